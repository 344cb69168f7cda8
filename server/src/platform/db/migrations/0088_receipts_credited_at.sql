-- When the ledger credited the organization: later than the posting of the statement where staff found the owner.
alter table bank_receipts add column credited_at timestamptz;

update bank_receipts r
set credited_at = coalesce(
  (select t.created_at from ledger_transfers t where t.key = 'bank_receipt_assigned:' || r.id::text),
  (select t.created_at from ledger_transfers t where t.key = 'bank_receipt:' || r.id::text),
  r.created_at)
where r.organization_id is not null;

alter table bank_receipts
  add constraint bank_receipts_credited_at_check check ((organization_id is null) = (credited_at is null));

-- Lists and sums of one organization, newest first.
create index bank_receipts_of_organization on bank_receipts (organization_id, credited_at desc, id desc)
  where status = 'credited';
drop index bank_receipts_credited;

-- Sums of all organizations by day.
create index bank_receipts_credited_at on bank_receipts (credited_at) include (amount_minor) where status = 'credited';
