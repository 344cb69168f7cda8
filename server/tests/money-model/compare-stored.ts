import { same } from './compare.ts';
import type { History } from './history.ts';
import type { Product } from './product.ts';
import type { Organization } from './records.ts';

const storedMoney = `
  select o.id, o.status = 'closed' as "isClosed",
    coalesce((select balance_minor from ledger_accounts where organization_id = o.id and kind = 'held'), 0)::float8 as held,
    coalesce(
      (select array[balance_minor, card_minor, bank_minor, staff_minor, bonus_minor, repaid_card_minor, repaid_bank_minor,
        repaid_staff_minor, repaid_bonus_minor, credit_limit_minor, promised_minor]
      from ledger_accounts where organization_id = o.id and kind = 'organization'),
      array_fill(0::bigint, array[11]))::float8[] as sums,
    array(select id || ' ' || status || ' ' || quantity from subscriptions where organization_id = o.id order by id)
      as subscriptions
  from organizations o where o.id = any($1::uuid[])`;

/** What the database has of every organization: a statement, so cheap that it follows each step, the refused ones too. */
export async function compareStored(product: Product, history: History): Promise<void> {
  const organizations = [...history.organizations.values()].filter(({ id }) => id !== '');
  const { rows } = await product.shop.db.queryText(storedMoney, [organizations.map(({ id }) => id)]);
  const stored = new Map(rows.map(({ id, ...row }) => [id, row]));
  for (const organization of organizations)
    same(`stored of ${organization.label}`, stored.get(organization.id), expectedOf(history, organization));
}

function expectedOf({ subscriptions }: History, organization: Organization) {
  const { account, isClosed } = organization;
  const { in: pots, repaid } = account;
  const own = [...subscriptions.values()].filter((one) => one.organization === organization);
  const [limit, promised] = isClosed ? [0, 0] : [account.limit + account.promised, account.promised];
  return {
    isClosed,
    held: account.held,
    sums: [
      ...[account.balance, pots.card, pots.bank, pots.staff, pots.bonus],
      ...[repaid.card, repaid.bank, repaid.staff, repaid.bonus, limit, promised],
    ],
    subscriptions: own.map(({ id, status, quantity }) => `${id} ${status} ${quantity}`).toSorted(),
  };
}
