-- What members are to be told by e-mail: one row per event and recipient, written by the transaction that causes the
-- event. No foreign keys: their row locks on users and organizations could deadlock with account deletion.
create table organization_letters (
  source_id uuid not null,
  kind text not null,
  user_id uuid not null,
  organization_id uuid not null,
  -- Addressed to the person themselves (the payer, whose role changed), whatever role they have.
  is_personal boolean not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- The e-mail that tells of it; several events share one when they come in a burst.
  letter_id uuid,
  queued_at timestamptz,
  primary key (source_id, kind, user_id),
  check ((letter_id is null) = (queued_at is null))
);

create index organization_letters_waiting on organization_letters (created_at) where letter_id is null;
create index organization_letters_letter on organization_letters (letter_id) where letter_id is not null;
create index organization_letters_recent on organization_letters (user_id, organization_id, queued_at)
  where letter_id is not null;

-- The organization as the provider's page names it, kept as it was at creation: a retried call must carry the same body
-- under its key even if the organization is renamed meanwhile. Null for personal ones, which may bear a person's name.
alter table payments add column organization_name text;
