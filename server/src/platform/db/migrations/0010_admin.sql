-- Operators search by the beginning of what they know.
create index users_email_prefix on users (email text_pattern_ops);
create index users_name_prefix on users (lower(name) text_pattern_ops);
create index organizations_name_prefix on organizations (lower(name) text_pattern_ops);
create index organizations_inn_prefix on organizations (inn text_pattern_ops) where inn is not null;
create index payments_status on payments (status, id desc) where status <> 'succeeded';
create index payment_daily_totals_day on payment_daily_totals (day);
create index users_operators on users (id) where operator_role is not null;

create function audit_log_keeps_all() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log only appends';
end $$;

create trigger audit_log_keeps_all before truncate on audit_log
  for each statement execute function audit_log_keeps_all();
