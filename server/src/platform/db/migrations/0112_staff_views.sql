-- Staff see an organization's cabinet as its owner does, without changing anything, until a time and unless it forbids it.
alter table organizations add column allows_staff_view boolean not null default true;

alter table sessions
  add column view_organization_id uuid references organizations (id),
  add column view_until timestamptz,
  add constraint sessions_view_check check ((view_organization_id is null) = (view_until is null));

create index sessions_view on sessions (view_organization_id) where view_organization_id is not null;
