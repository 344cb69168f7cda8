-- `is_low` says that the balance lasts for less than three days, and nothing of what the organization chose: falling
-- below that is seen by the balance before and after, so each of the two is told whatever the other is.
update ledger_accounts set is_low = false
where is_low and low_threshold_minor is not null and balance_minor * 30 >= recent_charges_minor * 3;
