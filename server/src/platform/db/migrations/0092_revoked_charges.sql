-- Whoever takes a card back, in whatever way, is charged by it no more: docs/design/saved-cards.md.
alter table payments
  -- When the provider was last about to be asked to charge the saved card; null while it never was.
  add column charge_asked_at timestamptz,
  -- When the permission went before the outcome was known: what is charged all the same goes back.
  add column revoked_at timestamptz;

-- Earlier calls left no word: as far as anybody knows the provider was asked.
update payments set charge_asked_at = now() where payment_method_id is not null and status = 'pending';
update payments set provider_method_id = null where provider_method_id is not null and status <> 'pending';
update payments p set revoked_at = now(), provider_method_id = null
from payment_methods m
where m.id = p.payment_method_id and p.status = 'pending' and m.status = 'removed';

-- A charge is asked for by this id, so it goes with the permission and with the outcome.
alter table payments add constraint payments_provider_method check (
  provider_method_id is null or (status = 'pending' and revoked_at is null));

-- One place for all ways in which the permission goes. Whoever removes has locked the organization, as has everybody who
-- is about to charge (payments/saved-methods/claim-charge.ts), so no charge slips through between them.
create function revoke_charges() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'payment_methods' then
    update payments set revoked_at = now(), provider_method_id = null
    where payment_method_id = old.id and status = 'pending' and revoked_at is null;
  elsif tg_table_name = 'auto_top_ups' then
    update payments set revoked_at = now(), provider_method_id = null
    where organization_id = old.organization_id and is_automatic and status = 'pending' and revoked_at is null;
  elsif tg_table_name = 'organizations' then
    update payments set revoked_at = now(), provider_method_id = null
    where organization_id = old.id and payment_method_id is not null and status = 'pending' and revoked_at is null;
  else
    update payments set revoked_at = now(), provider_method_id = null
    where status = 'pending' and revoked_at is null and payment_method_id in (
      select id from payment_methods where saved_by = old.user_id and organization_id = old.organization_id);
  end if;
  return null;
end $$;

create trigger revoke_charges after update of status on payment_methods
  for each row when (new.status = 'removed' and old.status <> 'removed') execute function revoke_charges();
create trigger revoke_charges_of_rule after delete on auto_top_ups for each row execute function revoke_charges();
create trigger revoke_charges_of_card after update of payment_method_id on auto_top_ups
  for each row when (new.payment_method_id is distinct from old.payment_method_id) execute function revoke_charges();
create trigger revoke_charges after update of status on organizations
  for each row when (new.status <> 'active' and old.status = 'active') execute function revoke_charges();
create trigger revoke_charges after delete on memberships for each row execute function revoke_charges();
create trigger revoke_charges_of_role after update of role on memberships
  for each row when (new.role <> old.role) execute function revoke_charges();

-- What a revoked charge took never reached the balance, so its return takes nothing off it. One return a payment.
alter table refunds add column is_return boolean not null default false;
create unique index refunds_return on refunds (payment_id) where is_return;

-- A notification is a duplicate only of one that waits to be looked into: what it claims proves nothing. New rows name
-- the kind of their object as the event.
alter table provider_notifications
  add column is_queued boolean not null default false,
  -- When the provider was last asked because of it.
  add column asked_at timestamptz;
