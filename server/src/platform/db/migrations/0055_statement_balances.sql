-- How many of the bank's own sums a statement brought, and how many of them its documents do not add up to.
alter table bank_statements
  add column balance_count int not null default 0 check (balance_count >= 0),
  add column balance_mismatch_count int not null default 0,
  add check (balance_mismatch_count between 0 and balance_count);
