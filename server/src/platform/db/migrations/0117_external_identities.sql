-- Sign-in by others: whom a provider knows a person as, and visits to providers that have come back and are not used up.
-- The pair (issuer, subject) alone identifies; label is what the person sees in the profile.
create table external_identities (
  id uuid primary key,
  user_id uuid not null references users (id),
  provider text not null check (provider in ('yandex', 'vk', 'oidc', 'sandbox')),
  issuer text not null,
  subject text not null check (char_length(subject) between 1 and 255),
  label text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (issuer, subject)
);

create index external_identities_user on external_identities (user_id, id);

-- hash is that of the ticket in the browser's cookie: a row is a ticket that was answered, so each is valid once.
create table external_visits (
  hash bytea primary key,
  outcome jsonb,
  finished_at timestamptz,
  expires_at timestamptz not null
);

create index external_visits_expiry on external_visits (expires_at);

-- A registration whose address awaits its letter, to be linked once it is confirmed in the same browser.
alter table registrations add column external_identity jsonb;
