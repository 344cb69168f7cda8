-- When the money was credited to the organization that has it: for what was assigned later, the day of the assignment. Of
-- what is not credited yet, when it came.
alter table bank_receipts add column credited_at timestamptz not null default now();
update bank_receipts set credited_at = created_at;
update bank_receipts r set credited_at = t.created_at
from ledger_transfers t where t.key = 'bank_receipt_assigned:' || r.id;

-- Customers page through their transfers in this order.
drop index bank_receipts_credited;
create index bank_receipts_credited on bank_receipts (organization_id, credited_at desc, id desc) where status = 'credited';
