-- The rows that letters are made of are what the bell shows as well: one per event and recipient. Kept for 180 days.
alter table organization_letters rename to notifications;
alter index organization_letters_pkey rename to notifications_pkey;
alter index organization_letters_letter rename to notifications_letter;
alter index organization_letters_recent rename to notifications_recent_letters;
drop index organization_letters_waiting;

alter table notifications
  -- Null for what concerns the person alone: a sign-in, for instance.
  alter column organization_id drop not null,
  add column id bigint,
  -- The lowest role that may see it, or `person` for whom it concerns, whatever role they have.
  add column audience text,
  add column category text,
  add column by_mail boolean not null default true,
  add column read_at timestamptz,
  -- Hidden behind the newest one of its kind and hour, which counts those behind it.
  add column is_folded boolean not null default false,
  add column folded_count integer not null default 0 check (folded_count >= 0);

-- What happened before the upgrade is no news.
update notifications n set id = o.place, read_at = now(),
  audience = case when n.is_personal then 'person' when n.kind = 'organization_closed' then 'member'
    when n.kind = 'role_changed' then 'owner' else 'accountant' end,
  category = case when n.kind = 'role_changed' or n.kind like 'organization\_%' then 'security' else 'money' end
from (
  select source_id, kind, user_id, row_number() over (order by created_at, source_id, kind, user_id) as place
  from notifications) o
where (n.source_id, n.kind, n.user_id) = (o.source_id, o.kind, o.user_id);

alter table notifications
  alter column id set not null,
  alter column audience set not null,
  alter column category set not null,
  drop column is_personal,
  add check (audience in ('person', 'member', 'accountant', 'admin', 'owner')),
  add check (category in ('money', 'balance', 'documents', 'members', 'security'));
alter table notifications alter column id add generated always as identity;
select setval(pg_get_serial_sequence('notifications', 'id'), (select coalesce(max(id), 0) + 1 from notifications), false);

create unique index notifications_id on notifications (id);
create index notifications_of_person on notifications
  (user_id, (coalesce(organization_id, user_id)), audience, category, id desc) where not is_folded;
create index notifications_unread on notifications
  (user_id, (coalesce(organization_id, user_id)), audience, category, id desc) where read_at is null and not is_folded;
create index notifications_unfolded on notifications (created_at) where not is_folded;
create index notifications_folded on notifications (user_id) where is_folded;
create index notifications_waiting on notifications (user_id, organization_id, id) where letter_id is null and by_mail;

-- Everything of the person up to this notification is read: marking a hundred thousand writes one row.
create table notification_marks (
  user_id uuid primary key,
  read_up_to bigint not null
);

-- Categories whose letters a person does not want from an organization.
create table notification_mutes (
  user_id uuid not null,
  organization_id uuid not null,
  category text not null check (category in ('balance', 'documents', 'members')),
  muted_at timestamptz not null default now(),
  primary key (user_id, organization_id, category)
);
