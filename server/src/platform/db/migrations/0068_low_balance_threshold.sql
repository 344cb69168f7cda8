-- The balance that the organization calls low, beside what lasts for less than three days. Null: only the days count.
alter table ledger_accounts add column low_threshold_minor bigint check (low_threshold_minor > 0);
