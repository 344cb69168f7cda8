-- The business's own id of an organization, and its notes on it.
alter table organizations
  add external_id text check (external_id <> ''),
  add metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object');
create unique index organizations_external_id on organizations (external_id) where external_id is not null;
