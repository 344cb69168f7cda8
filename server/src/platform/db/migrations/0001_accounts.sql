create table users (
  id uuid primary key,
  email text not null constraint users_email_key unique check (email = lower(email)),
  name text not null,
  password_hash text not null,
  email_verified_at timestamptz,
  status text not null default 'active' check (status in ('active', 'blocked')),
  operator_role text check (operator_role in ('support', 'finance', 'admin')),
  referral_code text not null unique,
  referrer_id uuid references users,
  created_at timestamptz not null default now(),
  check (referrer_id <> id)
);

create index users_referrer on users (referrer_id) where referrer_id is not null;

-- What a person agreed to: kept with version, time and address, as the law on personal data wants.
create table consents (
  id uuid primary key,
  user_id uuid not null references users,
  document text not null,
  version text not null,
  address inet not null,
  accepted_at timestamptz not null default now()
);

create index consents_user on consents (user_id);

-- Tokens sent in letters. Only hashes are stored, so that a copy of the database opens no account.
create table letter_tokens (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);

create index letter_tokens_user on letter_tokens (user_id, purpose);

-- Limits counted here hold across processes. `bucket` names what is counted, hashed where it is personal.
create table throttle_counters (
  bucket text primary key,
  hits integer not null,
  resets_at timestamptz not null
);

create index throttle_counters_resets_at on throttle_counters (resets_at);

-- Secrets that must be the same in every process and were not given in the environment.
create table server_secrets (
  name text primary key,
  value text not null
);

create table development_letters (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  sent_at timestamptz not null default now()
);

create index development_letters_recipient on development_letters (recipient, id desc);
