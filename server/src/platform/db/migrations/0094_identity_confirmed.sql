-- When the person behind the session last gave their password or code, for what an access token alone does not allow.
alter table sessions add column identity_confirmed_at timestamptz;
