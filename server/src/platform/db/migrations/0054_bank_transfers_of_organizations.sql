-- Customers page through the transfers that were credited to them.
create index bank_receipts_credited on bank_receipts (organization_id, id desc) where status = 'credited';
