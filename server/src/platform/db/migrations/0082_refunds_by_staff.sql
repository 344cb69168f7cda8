-- Who asked for a refund was found by an event of the same moment.
alter table refunds add column is_by_staff boolean not null default false;
update refunds r set is_by_staff = true from payment_events v
where v.payment_id = r.payment_id and v.kind = 'refund_requested' and v.source = 'operator' and v.created_at = r.created_at;
