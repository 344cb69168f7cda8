-- A blocked person cannot take a card back, so it is charged no more: docs/design/saved-cards.md. Whoever blocks has locked
-- the person's organizations, as those who are about to charge have.
create or replace function revoke_charges() returns trigger language plpgsql as $$
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
  elsif tg_table_name = 'users' then
    update payments set revoked_at = now(), provider_method_id = null
    where status = 'pending' and revoked_at is null and payment_method_id in (
      select id from payment_methods where saved_by = old.id);
  else
    update payments set revoked_at = now(), provider_method_id = null
    where status = 'pending' and revoked_at is null and payment_method_id in (
      select id from payment_methods where saved_by = old.user_id and organization_id = old.organization_id);
  end if;
  return null;
end $$;

create trigger revoke_charges after update of status on users
  for each row when (new.status <> 'active' and old.status = 'active') execute function revoke_charges();
