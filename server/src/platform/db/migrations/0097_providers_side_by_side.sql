-- A refund goes to the provider that took its payment.
alter table refunds
  add column provider text not null default 'yookassa',
  -- Until then a repeated call returns the money once; null while the provider was never asked.
  add column key_expires_at timestamptz;

update refunds r set provider = p.provider from payments p where p.id = r.payment_id and p.provider <> 'yookassa';
update refunds set key_expires_at = asked_at + interval '23 hours' where status = 'pending' and asked_at is not null;

drop index refunds_provider;
create index refunds_provider on refunds (provider, provider_refund_id) where provider_refund_id is not null;

-- Reasons of declines have names of our own. All others were neutral already.
update payments set reason = case reason when 'deal_expired' then 'order_expired' else 'method_unsupported' end
where status <> 'succeeded' and reason in ('deal_expired', 'unsupported_mobile_operator');
update payment_events set reason = case reason when 'deal_expired' then 'order_expired' else 'method_unsupported' end
where reason in ('deal_expired', 'unsupported_mobile_operator');
update payment_methods set reason = case reason when 'deal_expired' then 'order_expired' else 'method_unsupported' end
where reason in ('deal_expired', 'unsupported_mobile_operator');
update auto_top_ups set reason = case reason when 'deal_expired' then 'order_expired' else 'method_unsupported' end
where reason in ('deal_expired', 'unsupported_mobile_operator');
update notifications set details = details || jsonb_build_object('reason',
  case details ->> 'reason' when 'deal_expired' then 'order_expired' else 'method_unsupported' end)
where category = 'money' and details ->> 'reason' in ('deal_expired', 'unsupported_mobile_operator');

-- Questions that are queued name their object in another way now: the next notification queues it again.
update provider_notifications set is_queued = false where is_queued;
