/** What a person would write by hand for each scenario; the answers are byte for byte Plinth's. */
export const readStatement = `
  select coalesce(json_agg(row), '[]')::text as body, count(*) as rows from (
    select id, title, done, position, created_at from public.tasks
    where project_id = $1 order by position limit 20
  ) row`;

export const insertStatement = `
  insert into public.events (project_id, kind, detail)
  select project_id, kind, detail
  from json_to_record($1::json) as body (project_id bigint, kind text, detail text)`;

export const embedStatement = `
  select coalesce(json_agg(row), '[]')::text as body, count(*) as rows from (
    select projects.id, projects.name, coalesce(tasks.tasks, '[]') as tasks
    from public.projects
    left join lateral (
      select json_agg(task)::jsonb as tasks from (
        select tasks.id, tasks.title from public.tasks where tasks.project_id = projects.id
      ) task
    ) tasks on true
    order by projects.id limit 5
  ) row`;
