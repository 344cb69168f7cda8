-- What somebody typed in the registration form, kept apart from accounts until the address is confirmed. Anybody can
-- register any address, so several registrations of one address may wait side by side.
create table registrations (
  id uuid primary key,
  email text not null check (email = lower(email)),
  name text not null,
  password_hash text not null,
  referrer_id uuid references users,
  -- Versions of the accepted documents by name, and the network address they were accepted from.
  documents jsonb not null,
  address inet,
  -- Of a secret that only the browser of the registration knows.
  verifier_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index registrations_email on registrations (email, id desc);
create index registrations_expires_at on registrations (expires_at);
create index registrations_referrer on registrations (referrer_id) where referrer_id is not null;

-- A letter's token belongs to an account, to a registration, or to an address that has registrations only.
alter table letter_tokens alter user_id drop not null;
alter table letter_tokens add registration_id uuid references registrations on delete cascade;
alter table letter_tokens add verifier_hash bytea;
create index letter_tokens_registration on letter_tokens (registration_id) where registration_id is not null;
create index letter_tokens_email on letter_tokens (email) where email is not null;
alter table letter_tokens drop constraint letter_tokens_check;

-- Accounts that were never confirmed become registrations with a week to go. Blocked ones do not come back.
insert into registrations (id, email, name, password_hash, referrer_id, documents, address, verifier_hash, created_at,
  expires_at)
select u.id, u.email, u.name, u.password_hash, u.referrer_id,
  coalesce((select jsonb_object_agg(c.document, c.version order by c.accepted_at) from consents c
    where c.user_id = u.id), '{}'),
  (select c.address from consents c where c.user_id = u.id order by c.accepted_at desc limit 1),
  -- Random and no hash of anything: these registrations are confirmed by their password.
  sha256(uuid_send(gen_random_uuid())), u.created_at, now() + interval '7 days'
from users u where u.email_verified_at is null and u.status = 'active';

update letter_tokens t set registration_id = t.user_id, user_id = null
from registrations r where r.id = t.user_id and t.purpose = 'verify_email';
delete from letter_tokens where purpose = 'verify_email' and (registration_id is null or used_at is not null);

delete from consents c using users u where u.id = c.user_id and u.email_verified_at is null and u.status <> 'deleted';
-- The log only appends, so whoever it names stays as a row that tells nothing.
update users set status = 'deleted', deleted_at = now(), email = 'deleted-' || id || '@invalid',
  name = 'Удалённый пользователь', password_hash = 'none', referral_code = 'deleted-' || id || '@invalid',
  referrer_id = null, operator_role = null, totp_secret = null, totp_confirmed_at = null, phone = null
where email_verified_at is null and status <> 'deleted';
delete from users u where u.email_verified_at is null and u.status = 'deleted'
  and not exists (select from audit_log a where u.id in (a.actor_id, a.subject_user_id))
  and not exists (select from memberships m where m.user_id = u.id)
  and not exists (select from sessions s where s.user_id = u.id)
  and not exists (select from consents c where c.user_id = u.id)
  and not exists (select from users r where r.referrer_id = u.id)
  and not exists (select from registrations r where r.referrer_id = u.id)
  and not exists (select from invitations i where i.invited_by = u.id)
  and not exists (select from payments p where p.created_by = u.id);

alter table users add constraint users_verified_check check (status = 'deleted' or email_verified_at is not null);
alter table letter_tokens add constraint letter_tokens_subject_check check (
  case purpose
    when 'verify_email' then registration_id is not null and user_id is null and email is null
    when 'change_email' then registration_id is null and user_id is not null and email is not null
    else registration_id is null and (user_id is null) <> (email is null)
  end);
alter table letter_tokens add constraint letter_tokens_verifier_check check (verifier_hash is null or purpose = 'change_email');
