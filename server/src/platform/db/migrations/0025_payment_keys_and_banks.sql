-- A deleted person's name is taken out of the answers kept for their payments.
create index payment_keys_payment on payment_keys (payment_id);

-- The correspondent account belongs to the bank and follows from its БИК in the directory: a customer need not know it.
alter table organizations
  drop constraint organizations_check,
  add constraint organizations_check check (
    (bank_bik is null) = (bank_account is null) and (bank_bik is not null or bank_correspondent_account is null));
