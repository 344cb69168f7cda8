-- A refund asked for twice under one key is one refund. Older ones were asked for without.
alter table refunds add key text;
create unique index refunds_key on refunds (payment_id, key) where key is not null;
