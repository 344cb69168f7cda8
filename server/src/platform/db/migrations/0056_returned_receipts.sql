-- By which payment order, when and why the bank sent money back. Null for what was returned before this was asked.
alter table bank_receipts
  add column return_order text,
  add column return_reason text,
  add column returned_at timestamptz,
  add check (status = 'returned' or (return_order is null and return_reason is null and returned_at is null));
create index bank_receipts_returned on bank_receipts (id desc) where status = 'returned';
