-- Each user sees her own rows.
create table own_rows (
  id bigint generated always as identity primary key,
  owner uuid not null,
  seq integer not null,
  sent bigint not null,
  body text not null
);
alter table own_rows enable row level security;
create policy own on own_rows for select to authenticated using (auth.uid() = owner);

-- Members of a team see its rows; each member sees her own memberships.
create table memberships (
  team_id integer not null,
  user_id uuid not null,
  primary key (team_id, user_id)
);
create index on memberships (user_id);
alter table memberships enable row level security;
create policy own on memberships for select to authenticated using (user_id = auth.uid());
create table team_rows (
  id bigint generated always as identity primary key,
  team_id integer not null,
  seq integer not null,
  sent bigint not null,
  body text not null
);
alter table team_rows enable row level security;
create policy members on team_rows for select to authenticated
  using (exists (select from memberships m where m.team_id = team_rows.team_id and m.user_id = auth.uid()));

-- The same where everybody may read who is a member.
create table open_memberships (like memberships including all);
create table open_team_rows (like team_rows including all);
alter table open_team_rows enable row level security;
create policy members on open_team_rows for select to authenticated
  using (exists (select from open_memberships m where m.team_id = open_team_rows.team_id and m.user_id = auth.uid()));

alter publication supabase_realtime add table own_rows, team_rows, open_team_rows;

-- Each user may enter the private room that bears her name.
create policy own_room on realtime.messages for select to authenticated
  using (realtime.topic() = 'room:' || auth.uid());
