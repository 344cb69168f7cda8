-- Encrypted. They sign beside the endpoint's own until they expire.
create table webhook_previous_secrets (
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  secret text not null,
  expires_at timestamptz not null,
  primary key (endpoint_id, secret)
);
insert into webhook_previous_secrets (endpoint_id, secret, expires_at)
  select id, previous_secret, previous_secret_expires_at from webhook_endpoints where previous_secret is not null;
alter table webhook_endpoints drop column previous_secret, drop column previous_secret_expires_at;
