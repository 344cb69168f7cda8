-- A short number that people can read aloud, in the order of creation, and the card that paid.
alter table payments add column number bigint, add column card_last4 text, add column card_type text;

update payments p set number = n.number
from (select id, 1000 + row_number() over (order by created_at, id) as number from payments) n
where n.id = p.id;

create sequence payment_numbers as bigint owned by payments.number;
select setval('payment_numbers', (select coalesce(max(number), 1000) from payments));

alter table payments
  alter column number set default nextval('payment_numbers'),
  alter column number set not null,
  add constraint payments_number_key unique (number),
  add constraint payments_card_last4_check check (card_last4 ~ '^[0-9]{4}$');

-- What is waiting or refunded is rare: without these its list and count would walk all payments of an organization.
create index payments_waiting on payments (organization_id, created_at desc, id desc) where status in ('pending', 'review');
create index payments_refunded on payments (organization_id, created_at desc, id desc) where refunded_minor > 0;
