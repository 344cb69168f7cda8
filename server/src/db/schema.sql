-- Written by npm run schema; a test holds it equal to the migrations' result.

create table consents (
  id uuid not null,
  user_id uuid not null,
  document text not null,
  version text not null,
  address inet not null,
  accepted_at timestamp with time zone not null default now(),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint consents_pkey PRIMARY KEY (id)
);

CREATE INDEX consents_user ON public.consents USING btree (user_id);

create table development_letters (
  id uuid not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  sent_at timestamp with time zone not null default now(),
  constraint development_letters_pkey PRIMARY KEY (id)
);

CREATE INDEX development_letters_recipient ON public.development_letters USING btree (recipient, id DESC);

create table letter_tokens (
  hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint letter_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['verify_email'::text, 'reset_password'::text]))),
  constraint letter_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint letter_tokens_pkey PRIMARY KEY (hash)
);

CREATE INDEX letter_tokens_user ON public.letter_tokens USING btree (user_id, purpose);

create table memberships (
  organization_id uuid not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'accountant'::text, 'member'::text]))),
  constraint memberships_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint memberships_pkey PRIMARY KEY (organization_id, user_id)
);

CREATE INDEX memberships_user ON public.memberships USING btree (user_id);

create table migrations (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

create table organizations (
  id uuid not null,
  kind text not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint organizations_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'sole_proprietor'::text, 'company'::text]))),
  constraint organizations_pkey PRIMARY KEY (id)
);

create table server_secrets (
  name text not null,
  value text not null,
  constraint server_secrets_pkey PRIMARY KEY (name)
);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  organization_id uuid,
  refresh_hash bytea not null,
  refresh_nonce bytea not null,
  previous_refresh_hash bytea,
  rotated_at timestamp with time zone not null default now(),
  device text not null,
  address inet not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  constraint sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint sessions_pkey PRIMARY KEY (id)
);

CREATE INDEX sessions_user ON public.sessions USING btree (user_id, last_used_at DESC);

create table throttle_counters (
  bucket text not null,
  hits integer not null,
  resets_at timestamp with time zone not null,
  constraint throttle_counters_pkey PRIMARY KEY (bucket)
);

CREATE INDEX throttle_counters_resets_at ON public.throttle_counters USING btree (resets_at);

create table users (
  id uuid not null,
  email text not null,
  name text not null,
  password_hash text not null,
  email_verified_at timestamp with time zone,
  status text not null default 'active'::text,
  operator_role text,
  referral_code text not null,
  referrer_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint users_check CHECK ((referrer_id <> id)),
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_operator_role_check CHECK ((operator_role = ANY (ARRAY['support'::text, 'finance'::text, 'admin'::text]))),
  constraint users_status_check CHECK ((status = ANY (ARRAY['active'::text, 'blocked'::text]))),
  constraint users_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_referral_code_key UNIQUE (referral_code)
);

CREATE INDEX users_referrer ON public.users USING btree (referrer_id) WHERE (referrer_id IS NOT NULL);
