-- Logo, stamp and signature of the business in its documents. A document keeps the ids of those it was made with.
create table business_pictures (
  id uuid primary key,
  png bytea not null check (octet_length(png) <= 1048576)
);
create table business_picture_versions (
  version int primary key,
  logo_id uuid references business_pictures,
  stamp_id uuid references business_pictures,
  signature_id uuid references business_pictures,
  is_on_upd boolean not null,
  created_by uuid not null,
  created_at timestamptz not null default business_now()
);
create trigger business_pictures_are_kept before update or delete on business_pictures
  for each row execute function refuse_change_of_document();
create trigger business_picture_versions_are_kept before update or delete on business_picture_versions
  for each row execute function refuse_change_of_document();
