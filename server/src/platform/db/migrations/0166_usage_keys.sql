-- The key of an event is its id where that is a UUID, and of any other the first half of a hash. It takes half of what the
-- text took in the index, keeps the order of ids that grow with time, and is stored once: a UUID has no text beside it.
alter table usage_events drop constraint usage_events_pkey;
alter table usage_events alter id drop not null, add column key uuid;
update usage_events set
  key = case when id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then id::uuid
    else substr(encode(sha256(convert_to(id, 'UTF8')), 'hex'), 1, 32)::uuid end,
  id = case when id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then null else id end;
alter table usage_events add primary key (key, occurred_at);
