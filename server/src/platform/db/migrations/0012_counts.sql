-- The overview counts who is there and who came within a week.
create index users_present on users (created_at) where status <> 'deleted';
create index organizations_open on organizations (created_at) where status <> 'closed';
