-- What whoever runs the server has to say shows at once.
alter publication supabase_realtime add table public.announcements;
