-- Statements are named by the bank and the account that they are of; one that was read before keeps its days alone.
alter table bank_statements add column accounts text[] not null default '{}';
