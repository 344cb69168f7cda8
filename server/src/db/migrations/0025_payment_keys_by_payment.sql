-- A deleted person's name is taken out of the answers kept for their payments.
create index payment_keys_payment on payment_keys (payment_id);
