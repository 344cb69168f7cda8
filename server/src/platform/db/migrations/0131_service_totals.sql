-- What organizations were charged by day and service, of the days (Moscow's) that the night's check has closed: what the
-- money of a year was spent on is read from these instead of every charge, and only the days since from the entries. The
-- service is empty where a charge names none. A process of the version before moves the checkpoint without them, hence a
-- day of their own: what counts is the earlier of the two.
create table ledger_service_totals (
  organization_id uuid not null references organizations,
  day date not null,
  currency text not null,
  service text not null,
  count integer not null,
  charged_minor bigint not null,
  refunded_minor bigint not null,
  primary key (organization_id, day, currency, service)
);

alter table ledger_checkpoint add column services_through_day date not null default '-infinity';
