-- Something to look at on a new database: three people and two notebooks.
-- Sign in as ada@example.com, grace@example.com or linus@example.com; the password is "team-notes".
-- This file is for your own machine. It does not belong on a server that others can reach.

with people (id, email, full_name) as (
  values
    ('10000000-0000-4000-8000-000000000001'::uuid, 'ada@example.com', 'Ada Lindqvist'),
    ('10000000-0000-4000-8000-000000000002'::uuid, 'grace@example.com', 'Grace Okafor'),
    ('10000000-0000-4000-8000-000000000003'::uuid, 'linus@example.com', 'Linus Meyer')
),
users as (
  insert into auth.users (
    instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
    raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
    confirmation_token, recovery_token, email_change, email_change_token_new
  )
  select
    '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated', email,
    extensions.crypt('team-notes', extensions.gen_salt('bf')), now(),
    '{"provider": "email", "providers": ["email"]}',
    jsonb_build_object('full_name', full_name), now(), now(),
    '', '', '', ''
  from people
  returning id, email
)
insert into auth.identities (id, user_id, provider_id, provider, identity_data, created_at, updated_at)
select
  gen_random_uuid(), id, id::text, 'email',
  jsonb_build_object('sub', id::text, 'email', email, 'email_verified', true), now(), now()
from users;

insert into public.notebooks (id, name, color, owner_id) values
  ('20000000-0000-4000-8000-000000000001', 'Bakery opening', 'marigold', '10000000-0000-4000-8000-000000000001'),
  ('20000000-0000-4000-8000-000000000002', 'Field guide', 'moss', '10000000-0000-4000-8000-000000000002'),
  ('20000000-0000-4000-8000-000000000003', 'Half-baked ideas', 'plum', '10000000-0000-4000-8000-000000000001');

insert into public.notebook_members (notebook_id, user_id, role) values
  ('20000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002', 'editor'),
  ('20000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000003', 'viewer'),
  ('20000000-0000-4000-8000-000000000002', '10000000-0000-4000-8000-000000000001', 'viewer');

insert into public.notes (id, notebook_id, author_id, title, body, created_at, updated_at) values
  (
    '30000000-0000-4000-8000-000000000001',
    '20000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000001',
    'Opening week',
    E'We open on **Thursday at seven**. Doors stay shut on Monday and Tuesday so that the ovens can rest.\n\n## Before Thursday\n\n- [x] Flour delivery, 40 kg of the stoneground\n- [x] Till and card reader\n- [ ] Chalkboard: prices, allergens, the Wi-Fi\n- [ ] Test bake with *both* ovens at once\n\n## Who does what\n\n1. Grace bakes from four to nine\n2. Ada opens and sells\n3. Linus brings the coffee machine back to life\n\n> If the croissants are not good by Wednesday night, we open without croissants.',
    now() - interval '3 days', now() - interval '25 minutes'
  ),
  (
    '30000000-0000-4000-8000-000000000002',
    '20000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002',
    'Sourdough, the house loaf',
    E'Three days, one starter, no hurry. The long version is in the folder by the oven.\n\n## Day one\n\nFeed the starter at eight and at twenty: `50 g rye, 50 g water`.\n\n## Day two\n\nMix **900 g wheat**, 100 g rye, 720 g water. Rest an hour, then 20 g salt and 200 g starter. Fold four times, half an hour apart.\n\n## Day three\n\nBake at 250 degrees with steam for twenty minutes, then at 220 until it sounds hollow.',
    now() - interval '9 days', now() - interval '5 hours'
  ),
  (
    '30000000-0000-4000-8000-000000000003',
    '20000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000001',
    'Suppliers',
    E'- Mill on the river: flour, calls back on Fridays\n- Northside dairy: butter, cream. Ask for *Marit*\n- Eggs: the neighbours of Grace, cash only\n\nNobody delivers before six.',
    now() - interval '12 days', now() - interval '1 day'
  ),
  (
    '30000000-0000-4000-8000-000000000004',
    '20000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002',
    'Croissants: what went wrong this time',
    E'Butter too warm, dough too cold. They tore at the third fold.\n\nNext try: everything at 14 degrees, and rest *twice as long* after the second fold.',
    now() - interval '2 days', now() - interval '2 days'
  ),
  (
    '30000000-0000-4000-8000-000000000005',
    '20000000-0000-4000-8000-000000000002', '10000000-0000-4000-8000-000000000002',
    'Swifts',
    E'First arrival on the **fourth of May**, a week earlier than last year. Eleven pairs under the station roof.\n\nThey sleep on the wing and land only to nest.',
    now() - interval '40 days', now() - interval '4 days'
  ),
  (
    '30000000-0000-4000-8000-000000000006',
    '20000000-0000-4000-8000-000000000003', '10000000-0000-4000-8000-000000000001',
    'A calendar that hides the weekends',
    E'Not five days wide: five days *long*. Saturday starts when you close it.',
    now() - interval '30 days', now() - interval '6 days'
  );

-- A log with enough pages to scroll through.
insert into public.notes (id, notebook_id, author_id, title, body, created_at, updated_at)
select
  format('30000000-0000-4000-8000-%s', lpad((100 + walk)::text, 12, '0'))::uuid,
  '20000000-0000-4000-8000-000000000002', '10000000-0000-4000-8000-000000000002',
  format('Walk %s: %s', walk, place),
  format(
    E'%s, %s. Seen: **%s**, two of them, then none for an hour.\n\nWind from the %s. The path behind the bridge is under water again.',
    place, weather, bird, wind
  ),
  now() - make_interval(days => 8 + (40 - walk) * 3),
  now() - make_interval(days => 8 + (40 - walk) * 3)
from (
  select
    walk,
    (array['The weir', 'Allotments', 'Gravel pit', 'Old quarry', 'River meadows'])[1 + walk % 5] as place,
    (array['clear and cold', 'light rain', 'fog until ten', 'warm'])[1 + walk % 4] as weather,
    (array['kingfisher', 'redstart', 'lapwing', 'grey heron', 'nuthatch', 'reed bunting', 'siskin'])[1 + walk % 7] as bird,
    (array['east', 'south-west', 'north'])[1 + walk % 3] as wind
  from generate_series(1, 40) as walk
) walks;
