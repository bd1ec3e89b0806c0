/** Policies to begin with: signed-in users of a room hear it and speak in it. */
export const policyTemplate = `-- Who may receive on a private topic: broadcast and presence are extensions.
create policy "Signed-in users listen in rooms" on realtime.messages
  for select to authenticated
  using (realtime.topic() like 'room:%');

-- Who may send.
create policy "Signed-in users speak in rooms" on realtime.messages
  for insert to authenticated
  with check (realtime.topic() like 'room:%' and extension in ('broadcast', 'presence'));
`;
