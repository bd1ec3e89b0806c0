-- Reading a statement can run code: of a literal of a domain's array or of a row type, the domain's checks. That is code of the
-- project's owner, so statements are read with the owner's eyes and never with a superuser's.
do $owner$
begin
  alter function realtime.prepare_images(text) owner to postgres;
exception
  when insufficient_privilege then
    raise warning 'realtime.prepare_images keeps its owner: %', sqlerrm;
end
$owner$;
