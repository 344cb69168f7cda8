create table organizations (
  id uuid primary key,
  kind text not null check (kind in ('person', 'sole_proprietor', 'company')),
  name text not null,
  created_at timestamptz not null default now()
);

create table memberships (
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  role text not null check (role in ('owner', 'admin', 'accountant', 'member')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);

create index memberships_user on memberships (user_id);
