alter table users
  add phone text,
  add timezone text not null default 'Europe/Moscow',
  add totp_secret text,
  add totp_confirmed_at timestamptz,
  -- The time step of the last accepted code: a code seen over a shoulder does not work twice.
  add totp_last_step bigint not null default 0,
  add deleted_at timestamptz,
  drop constraint users_status_check,
  add constraint users_status_check check (status in ('active', 'blocked', 'deleted'));

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- A token of the purpose change_email carries the address that it confirms.
alter table letter_tokens
  add email text,
  drop constraint letter_tokens_purpose_check,
  add constraint letter_tokens_purpose_check check (purpose in ('verify_email', 'reset_password', 'change_email')),
  add check ((purpose = 'change_email') = (email is not null));
