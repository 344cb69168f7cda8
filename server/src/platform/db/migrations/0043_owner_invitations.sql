-- A key of the operator API opens an organization and invites its owner.
alter table invitations
  drop constraint invitations_role_check,
  add constraint invitations_role_check check (role in ('owner', 'admin', 'accountant', 'member')),
  drop constraint invitations_invited_by_fkey,
  add constraint invitations_invited_by_fkey foreign key (invited_by) references actors;
