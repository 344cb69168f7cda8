-- What an invoice counts of a payment that came by a link: less than was paid once a part of it is returned.
alter table link_invoice_payments add column counted_minor bigint not null default 0 check (counted_minor >= 0);
update link_invoice_payments l set counted_minor = p.amount_minor,
  counted_at = case when p.refunded_minor = 0 then l.counted_at end
from payments p where p.id = l.payment_id and l.counted_at is not null;
