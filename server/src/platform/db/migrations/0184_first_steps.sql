-- Who took the first steps away for good: in an organization, or those of the installation, which belong to none.
create table first_steps_dismissals (
  user_id uuid not null references users,
  organization_id uuid references organizations,
  dismissed_at timestamptz not null default now()
);

create unique index first_steps_dismissals_key on first_steps_dismissals (user_id, organization_id) nulls not distinct;
