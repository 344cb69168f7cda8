-- A closed organization keeps its id of the business's own, and another may take it.
drop index organizations_external_id;
create unique index organizations_external_id on organizations (external_id)
  where external_id is not null and status <> 'closed';
create index organizations_external_ids on organizations (external_id) where external_id is not null;
