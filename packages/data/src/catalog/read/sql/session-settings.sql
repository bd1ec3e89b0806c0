-- Those of the settings $1 (text[]) that have a value in this transaction: {"name": "value", …}.
select coalesce(pg_catalog.json_object_agg(known.name, known.value), '{}')
from (
  select name, pg_catalog.current_setting(name, true) as value
  from pg_catalog.unnest($1::pg_catalog.text[]) as name
) as known
where known.value <> ''
