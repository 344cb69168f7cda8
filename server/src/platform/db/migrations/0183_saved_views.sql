-- Filters of a list under a name. Without an organization it is a list of staff; without a person it is shared.
create table saved_views (
  id uuid primary key,
  organization_id uuid references organizations,
  user_id uuid references users,
  list text not null check (list <> ''),
  name text not null check (char_length(name) between 1 and 60),
  filters jsonb not null check (jsonb_typeof(filters) = 'object'),
  created_at timestamptz not null default now()
);

create unique index saved_views_name_key on saved_views (organization_id, list, user_id, lower(name)) nulls not distinct;
create index saved_views_user on saved_views (user_id) where user_id is not null;
