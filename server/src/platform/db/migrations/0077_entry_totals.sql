-- Counts and sums of an organization's entries by day and kind, of the days (Moscow's) that the night's check has closed:
-- totals of its operations read these instead of every entry. The check that moves the checkpoint writes them, so days
-- since are read from the entries. A process of the version before moves the checkpoint without them, hence a day of
-- their own: what counts is the earlier of the two.
create table ledger_entry_totals (
  organization_id uuid not null references organizations,
  day date not null,
  currency text not null,
  kind text not null,
  in_count integer not null,
  out_count integer not null,
  in_minor bigint not null,
  out_minor bigint not null,
  primary key (organization_id, day, currency, kind)
);

alter table ledger_checkpoint add column entries_through_day date not null default '-infinity';
