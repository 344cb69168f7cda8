-- What a balance is made of (docs/design/money.md): money paid by card, by bank, given by staff and as bonuses. The one
-- number of cash that was kept before fell without a floor, so that money paid by card could not be refunded once other
-- money had been spent. A process of the version before names `cash_minor` and is refused: it cannot move money wrongly.
alter table ledger_accounts drop constraint ledger_accounts_system_is_derived;
alter table ledger_accounts rename cash_minor to card_minor;
alter table ledger_accounts
  add bank_minor bigint not null default 0,
  add staff_minor bigint not null default 0,
  add bonus_minor bigint not null default 0,
  add repaid_card_minor bigint not null default 0,
  add repaid_bank_minor bigint not null default 0,
  add repaid_staff_minor bigint not null default 0,
  add repaid_bonus_minor bigint not null default 0;

-- What an entry did to each pot and to what was repaid out of it. Null is nothing: most entries change one of them.
alter table ledger_entries
  add card_minor bigint,
  add bank_minor bigint,
  add staff_minor bigint,
  add bonus_minor bigint,
  add repaid_card_minor bigint,
  add repaid_bank_minor bigint,
  add repaid_staff_minor bigint,
  add repaid_bonus_minor bigint;

-- The debit whose parts a credit gives back. Money paid by bank transfers can be returned by bank.
alter table ledger_transfers
  add undoes_id uuid references ledger_transfers,
  drop constraint ledger_transfers_kind_check,
  add constraint ledger_transfers_kind_check check (kind in ('top_up', 'refund', 'refund_reversal', 'adjustment', 'bonus',
    'bonus_reversal', 'charge', 'charge_refund', 'hold', 'hold_capture', 'hold_release', 'bank_receipt',
    'bank_receipt_reversal', 'bank_return', 'bank_return_reversal'));
create index ledger_transfers_undoes on ledger_transfers (undoes_id) where undoes_id is not null;
create unique index ledger_transfers_undone_correction on ledger_transfers (undoes_id) where kind = 'adjustment';

-- Returns the changes of card, bank, staff, bonus and of what was repaid out of each. `taken` is what the undone debit
-- took of the four and on credit, `given_back` how much of it was given back before.
create function ledger_pots_change(kind text, amount bigint, balance_before bigint, pots bigint[], repaid bigint[],
  taken bigint[], given_back bigint) returns bigint[] language plpgsql immutable as $$
declare
  change bigint[] := '{0,0,0,0,0,0,0,0}';
  give bigint[] := '{0,0,0,0,0}';
  owed bigint := greatest(0, -balance_before);
  rest bigint := abs(amount);
  skip bigint := given_back;
  part bigint;
  pot int;
begin
  if amount < 0 then
    foreach pot in array (case when kind in ('bank_return', 'bank_receipt_reversal') then array[2, 1, 3, 4]
      when kind = 'bonus_reversal' then array[4, 3, 2, 1] when kind = 'adjustment' then array[3, 1, 2, 4]
      else array[1, 2, 3, 4] end)
    loop
      part := least(pots[pot], rest);
      change[pot] := -part;
      rest := rest - part;
    end loop;
    return change;
  end if;
  if taken is null then
    give[case when kind in ('top_up', 'refund_reversal') then 1 when kind in ('bank_receipt', 'bank_return_reversal') then 2
      when kind = 'bonus' then 4 else 3 end] := amount;
  else
    foreach pot in array array[5, 4, 3, 2, 1] loop
      part := greatest(0, least(taken[pot] - skip, rest));
      skip := greatest(0, skip - taken[pot]);
      give[pot] := part;
      rest := rest - part;
    end loop;
  end if;
  part := least(give[5], owed);
  owed := owed - part;
  rest := give[5] - part;
  foreach pot in array array[4, 3, 2, 1] loop
    part := least(rest, repaid[pot]);
    change[pot] := change[pot] + part;
    change[4 + pot] := -part;
    rest := rest - part;
  end loop;
  for pot in 1..4 loop
    part := least(give[pot], owed);
    owed := owed - part;
    change[pot] := change[pot] + give[pot] - part;
    change[4 + pot] := change[4 + pot] + part;
  end loop;
  return change;
end $$;

alter table ledger_transfers disable trigger ledger_transfers_only_append;
update ledger_transfers t set undoes_id = d.id from ledger_transfers d
where t.kind = 'charge_refund' and d.key = 'charge:' || t.source_id;
update ledger_transfers t set undoes_id = d.id from ledger_transfers d
where t.kind in ('hold_release', 'hold_capture') and d.key = 'hold:' || t.source_id;
alter table ledger_transfers enable trigger ledger_transfers_only_append;

-- Works all pots out from the first entry of each balance on.
alter table ledger_entries disable trigger ledger_entries_only_append;
do $$
declare
  entry record;
  account uuid;
  balance bigint;
  pots bigint[];
  repaid bigint[];
  change bigint[];
begin
  for entry in
    select e.account_id, e.transfer_id, e.organization_id, e.kind, e.amount_minor, t.undoes_id,
      sum(e.amount_minor) over (partition by t.undoes_id order by e.seq) - e.amount_minor as given_back
    from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    order by e.account_id, e.seq
  loop
    if entry.account_id is distinct from account then
      account := entry.account_id;
      balance := 0;
      pots := '{0,0,0,0}';
      repaid := '{0,0,0,0}';
    end if;
    change := ledger_pots_change(entry.kind, entry.amount_minor, balance, pots, repaid, (
      select array[-coalesce(d.card_minor, 0), -coalesce(d.bank_minor, 0), -coalesce(d.staff_minor, 0),
        -coalesce(d.bonus_minor, 0), coalesce(d.card_minor, 0) + coalesce(d.bank_minor, 0) + coalesce(d.staff_minor, 0)
          + coalesce(d.bonus_minor, 0) - d.amount_minor]
      from ledger_entries d where d.transfer_id = entry.undoes_id and d.organization_id = entry.organization_id),
      case when entry.undoes_id is null then 0 else entry.given_back::bigint end);
    update ledger_entries n set card_minor = nullif(change[1], 0), bank_minor = nullif(change[2], 0),
      staff_minor = nullif(change[3], 0), bonus_minor = nullif(change[4], 0), repaid_card_minor = nullif(change[5], 0),
      repaid_bank_minor = nullif(change[6], 0), repaid_staff_minor = nullif(change[7], 0),
      repaid_bonus_minor = nullif(change[8], 0)
    where n.transfer_id = entry.transfer_id and n.organization_id = entry.organization_id;
    balance := balance + entry.amount_minor;
    for pot in 1..4 loop
      pots[pot] := pots[pot] + change[pot];
      repaid[pot] := repaid[pot] + change[4 + pot];
    end loop;
  end loop;
end $$;
alter table ledger_entries enable trigger ledger_entries_only_append;

update ledger_accounts set card_minor = 0 where kind = 'organization';
update ledger_accounts a set card_minor = p.card, bank_minor = p.bank, staff_minor = p.staff, bonus_minor = p.bonus,
  repaid_card_minor = p.repaid_card, repaid_bank_minor = p.repaid_bank, repaid_staff_minor = p.repaid_staff,
  repaid_bonus_minor = p.repaid_bonus
from (
  select e.account_id, coalesce(sum(e.card_minor), 0) as card, coalesce(sum(e.bank_minor), 0) as bank,
    coalesce(sum(e.staff_minor), 0) as staff, coalesce(sum(e.bonus_minor), 0) as bonus,
    coalesce(sum(e.repaid_card_minor), 0) as repaid_card, coalesce(sum(e.repaid_bank_minor), 0) as repaid_bank,
    coalesce(sum(e.repaid_staff_minor), 0) as repaid_staff, coalesce(sum(e.repaid_bonus_minor), 0) as repaid_bonus
  from ledger_entries e group by 1
) p
where a.id = p.account_id;
-- A balance that its entries do not explain can be spent, but not refunded; the nightly check names it.
update ledger_accounts set card_minor = 0, bank_minor = 0, staff_minor = greatest(balance_minor, 0), bonus_minor = 0
where kind = 'organization' and card_minor + bank_minor + staff_minor + bonus_minor <> greatest(balance_minor, 0);

alter table ledger_accounts
  add constraint ledger_accounts_system_is_derived
    check (organization_id is not null or (balance_minor = 0 and card_minor = 0)),
  add constraint ledger_accounts_pots_check check (
    least(card_minor, bank_minor, staff_minor, bonus_minor) >= 0
    and least(repaid_card_minor, repaid_bank_minor, repaid_staff_minor, repaid_bonus_minor) >= 0
    and card_minor + bank_minor + staff_minor + bonus_minor
      = case kind when 'organization' then greatest(balance_minor, 0) else 0 end);

-- An entry gives or takes, never both, and no more than its amount.
alter table ledger_entries add constraint ledger_entries_pots_check check (
  case when amount_minor < 0
    then greatest(card_minor, bank_minor, staff_minor, bonus_minor, 0) = 0
    else least(card_minor, bank_minor, staff_minor, bonus_minor, 0) = 0 end
  and abs(coalesce(card_minor, 0) + coalesce(bank_minor, 0) + coalesce(staff_minor, 0) + coalesce(bonus_minor, 0))
    <= abs(amount_minor));

-- The checkpoint knows the pots of the days before it.
alter table ledger_checkpoint_sums rename cash_minor to card_minor;
alter table ledger_checkpoint_sums
  alter card_minor set default 0,
  add bank_minor bigint not null default 0,
  add staff_minor bigint not null default 0,
  add bonus_minor bigint not null default 0,
  add repaid_card_minor bigint not null default 0,
  add repaid_bank_minor bigint not null default 0,
  add repaid_staff_minor bigint not null default 0,
  add repaid_bonus_minor bigint not null default 0;
update ledger_checkpoint_sums set card_minor = 0;
update ledger_checkpoint_sums s set card_minor = p.card, bank_minor = p.bank, staff_minor = p.staff,
  bonus_minor = p.bonus, repaid_card_minor = p.repaid_card, repaid_bank_minor = p.repaid_bank,
  repaid_staff_minor = p.repaid_staff, repaid_bonus_minor = p.repaid_bonus
from (
  select e.account_id, coalesce(sum(e.card_minor), 0) as card, coalesce(sum(e.bank_minor), 0) as bank,
    coalesce(sum(e.staff_minor), 0) as staff, coalesce(sum(e.bonus_minor), 0) as bonus,
    coalesce(sum(e.repaid_card_minor), 0) as repaid_card, coalesce(sum(e.repaid_bank_minor), 0) as repaid_bank,
    coalesce(sum(e.repaid_staff_minor), 0) as repaid_staff, coalesce(sum(e.repaid_bonus_minor), 0) as repaid_bonus
  from ledger_entries e join ledger_transfers t on t.id = e.transfer_id, ledger_checkpoint c
  where t.created_at < c.through_day::timestamp at time zone 'Europe/Moscow'
  group by 1
) p
where s.account_id = p.account_id;

-- Entries of imported transfers, with their pots.
create or replace function ledger_entries_fill() returns void language plpgsql as $$
declare
  entry record;
  account uuid;
  balance bigint;
  pots bigint[];
  repaid bigint[];
  change bigint[];
begin
  for entry in
    select a.id as account_id, a.organization_id, a.currency, t.id, t.kind, t.source_id, t.created_at, t.undoes_id,
      s.amount, sum(s.amount) over (partition by t.undoes_id order by t.created_at, t.id) - s.amount as given_back
    from ledger_transfers t cross join lateral (
      values (t.credit_account_id, t.amount_minor), (t.debit_account_id, -t.amount_minor)) s (account_id, amount)
    join ledger_accounts a on a.id = s.account_id and a.kind = 'organization'
    where not exists (select from ledger_entries f where f.account_id = a.id)
    order by a.id, t.created_at, t.id
  loop
    if entry.account_id is distinct from account then
      account := entry.account_id;
      balance := 0;
      pots := '{0,0,0,0}';
      repaid := '{0,0,0,0}';
    end if;
    change := ledger_pots_change(entry.kind, entry.amount, balance, pots, repaid, (
      select array[-coalesce(d.card_minor, 0), -coalesce(d.bank_minor, 0), -coalesce(d.staff_minor, 0),
        -coalesce(d.bonus_minor, 0), coalesce(d.card_minor, 0) + coalesce(d.bank_minor, 0) + coalesce(d.staff_minor, 0)
          + coalesce(d.bonus_minor, 0) - d.amount_minor]
      from ledger_entries d where d.transfer_id = entry.undoes_id and d.organization_id = entry.organization_id),
      case when entry.undoes_id is null then 0 else entry.given_back::bigint end);
    balance := balance + entry.amount;
    insert into ledger_entries (transfer_id, organization_id, account_id, currency, kind, amount_minor,
      balance_after_minor, source_id, created_at, card_minor, bank_minor, staff_minor, bonus_minor, repaid_card_minor,
      repaid_bank_minor, repaid_staff_minor, repaid_bonus_minor)
    values (entry.id, entry.organization_id, entry.account_id, entry.currency, entry.kind, entry.amount, balance, entry.source_id, entry.created_at,
      nullif(change[1], 0), nullif(change[2], 0), nullif(change[3], 0), nullif(change[4], 0), nullif(change[5], 0),
      nullif(change[6], 0), nullif(change[7], 0), nullif(change[8], 0));
    for pot in 1..4 loop
      pots[pot] := pots[pot] + change[pot];
      repaid[pot] := repaid[pot] + change[4 + pot];
    end loop;
  end loop;
end $$;

-- A closed organization is debited no more.
update ledger_accounts a set credit_limit_minor = 0 from organizations o
where o.id = a.organization_id and o.status = 'closed' and a.credit_limit_minor <> 0 and a.balance_minor >= 0;

-- Nothing can be credited to a closed organization, so a debt could never be paid and money never be returned.
create function organizations_close_empty() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_accounts where organization_id = new.id and (balance_minor <> 0 or credit_limit_minor <> 0)
  ) then
    raise exception 'organization % has a balance, a debt or a credit limit', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger organizations_close_empty after update of status on organizations for each row
  when (new.status = 'closed' and old.status <> 'closed') execute function organizations_close_empty();
