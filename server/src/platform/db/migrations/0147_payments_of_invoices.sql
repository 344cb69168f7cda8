-- What paid an invoice is read with it.
create index bank_receipts_invoice on bank_receipts (invoice_id) where invoice_id is not null;
create index link_invoice_payments_invoice on link_invoice_payments (invoice_id);
