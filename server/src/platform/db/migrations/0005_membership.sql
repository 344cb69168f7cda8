alter table organizations
  add status text not null default 'active' check (status in ('active', 'suspended', 'closed')),
  add inn text,
  add kpp text,
  add ogrn text,
  add address text,
  add bank_bik text,
  add bank_account text,
  add bank_correspondent_account text,
  add closed_at timestamptz,
  add check ((bank_bik is null) = (bank_account is null) and (bank_bik is null) = (bank_correspondent_account is null)),
  add check ((status = 'closed') = (closed_at is not null));

create index organizations_inn on organizations (inn) where inn is not null;

-- The ИНН of an open organization that the member owns. It stands here so that the database itself can refuse a second
-- open organization with the same ИНН to one owner; two triggers keep it true.
alter table memberships add owned_inn text;

create unique index memberships_owned_inn_key on memberships (user_id, owned_inn) where owned_inn is not null;

create function memberships_set_owned_inn() returns trigger language plpgsql as $$
begin
  new.owned_inn := case when new.role = 'owner'
    then (select inn from organizations where id = new.organization_id and status <> 'closed') end;
  return new;
end $$;

create trigger memberships_owned_inn before insert or update of role on memberships
  for each row execute function memberships_set_owned_inn();

create function organizations_spread_inn() returns trigger language plpgsql as $$
begin
  update memberships set owned_inn = case when role = 'owner' and new.status <> 'closed' then new.inn end
    where organization_id = new.id;
  return null;
end $$;

create trigger organizations_owned_inn after update of inn, status on organizations
  for each row execute function organizations_spread_inn();

create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations,
  email text not null check (email = lower(email)),
  role text not null check (role in ('admin', 'accountant', 'member')),
  invited_by uuid not null references users,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'revoked', 'expired')),
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  answered_at timestamptz
);

create unique index invitations_pending_key on invitations (organization_id, email) where status = 'pending';
create index invitations_organization on invitations (organization_id, id desc);
create index invitations_email on invitations (email) where status = 'pending';

-- What people did. It holds ids, never names or addresses of letters, so that a deleted person leaves nothing here.
create table audit_log (
  id uuid primary key,
  organization_id uuid references organizations,
  actor_id uuid not null references users,
  action text not null,
  subject_user_id uuid references users,
  invitation_id uuid references invitations,
  details jsonb not null default '{}',
  address inet,
  created_at timestamptz not null default now()
);

create index audit_log_organization on audit_log (organization_id, id desc);
create index audit_log_actor on audit_log (actor_id);

create function audit_log_only_appends() returns trigger language plpgsql as $$
begin
  -- The one change that the law asks for: a deleted person's network address is forgotten.
  if tg_op = 'UPDATE' and new.address is null and to_jsonb(new) - 'address' = to_jsonb(old) - 'address' then
    return new;
  end if;
  raise exception 'audit_log only appends';
end $$;

create trigger audit_log_only_appends before update or delete on audit_log
  for each row execute function audit_log_only_appends();
