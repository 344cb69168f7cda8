-- What staff write down about a customer for each other. Customers never see it; nothing of it is changed or removed.
create table organization_notes (
  id uuid primary key,
  organization_id uuid not null references organizations,
  author_id uuid not null references users,
  text text not null check (text <> ''),
  created_at timestamptz not null default business_now()
);
create index organization_notes_organization on organization_notes (organization_id, id desc);
create index organization_notes_author on organization_notes (author_id);
