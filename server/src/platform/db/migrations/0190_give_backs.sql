-- What is given back in this month or later lowers the month of its charge. Earlier months keep what they subtracted:
-- what was given back in them of older charges stands in their own documents.
create table closing_give_backs (
  id boolean primary key default true check (id),
  from_month date not null
);

insert into closing_give_backs (from_month)
select coalesce((max(made.month) + interval '1 month')::date, '-infinity')
from (
  select max(day) as month from closing_runs where task = 'months'
  union all
  select to_date(max(period), 'YYYY-MM') from closing_documents where kind in ('act', 'upd')
) made;

create function refuse_month_below_zero() returns trigger language plpgsql as $$
begin
  if to_date(new.period, 'YYYY-MM') >= (select from_month from closing_give_backs) then
    raise exception 'a document of a month is below zero';
  end if;
  return new;
end $$;
create trigger closing_documents_from_zero before insert on closing_documents
  for each row when (new.kind in ('act', 'upd') and new.amount_minor < 0) execute function refuse_month_below_zero();

alter table closing_runs drop constraint closing_runs_task_check,
  add constraint closing_runs_task_check check (task in ('months', 'advances', 'give_backs'));
alter table closing_progress drop constraint closing_progress_task_check,
  add constraint closing_progress_task_check check (task in ('months', 'advances', 'give_backs'));
alter table closing_failures drop constraint closing_failures_task_check,
  add constraint closing_failures_task_check check (task in ('months', 'advances', 'give_backs'));

-- Of months that are closed already, there is nothing to do by the new rule.
insert into closing_runs (task, day)
select 'give_backs', (from_month - interval '1 month')::date from closing_give_backs where from_month > '-infinity';

-- Who was given something back within a month is found by what was given back, not by all that moved.
create index ledger_transfers_charge_refunds on ledger_transfers (created_at) where kind = 'charge_refund';
