import { sql } from '../../src/platform/db/sql.ts';
import { same } from './compare.ts';
import type { History } from './history.ts';
import { currencies } from './pots.ts';
import type { Product } from './product.ts';
import type { Organization } from './records.ts';

const storedMoney = (ids: string[]) => sql`
  select o.id, o.status = 'closed' as "isClosed",
    array(select concat_ws(' ', currency, balance_minor) from ledger_accounts
      where organization_id = o.id and kind = 'held' and balance_minor <> 0 order by currency) as held,
    array(select concat_ws(' ', currency, balance_minor, card_minor, bank_minor, staff_minor, bonus_minor,
        repaid_card_minor, repaid_bank_minor, repaid_staff_minor, repaid_bonus_minor, credit_limit_minor, promised_minor)
      from ledger_accounts where organization_id = o.id and kind = 'organization' order by currency) as sums,
    array(select id || ' ' || status || ' ' || quantity from subscriptions where organization_id = o.id order by id)
      as subscriptions
  from organizations o where o.id = any(${ids}::uuid[])`;

interface Stored {
  id: string;
  isClosed: boolean;
  held: string[];
  sums: string[];
  subscriptions: string[];
}

/** What the database has of every organization: a statement, so cheap that it follows each step, the refused ones too. */
export async function compareStored(product: Product, history: History): Promise<void> {
  const organizations = [...history.organizations.values()].filter(({ id }) => id !== '');
  const rows = await product.shop.db.query<Stored>(storedMoney(organizations.map(({ id }) => id)));
  const stored = new Map(rows.map((row) => [row.id, row]));
  for (const organization of organizations) {
    const { id, isClosed, held, sums, subscriptions } = stored.get(organization.id) as Stored;
    const product = { id, isClosed, held, sums: sums.filter((sum) => / [^ 0]/.test(sum)), subscriptions };
    same(`stored of ${organization.label}`, product, expectedOf(history, organization));
  }
}

function expectedOf({ subscriptions }: History, organization: Organization): Stored {
  const { id, accounts, isClosed } = organization;
  const own = [...subscriptions.values()].filter((one) => one.organization === organization);
  const sums = currencies.map((currency) => {
    const { balance, in: pots, repaid, limit, promised } = accounts[currency];
    const limits = isClosed ? [0, 0] : [limit + promised, promised];
    const inPots = [pots.card, pots.bank, pots.staff, pots.bonus];
    return [currency, balance, ...inPots, repaid.card, repaid.bank, repaid.staff, repaid.bonus, ...limits];
  });
  const held = currencies.map((currency) => [currency, accounts[currency].held]);
  const isSome = ([, ...all]: (string | number)[]) => all.some((sum) => sum !== 0);
  return {
    ...{ id, isClosed },
    held: held.filter(isSome).map((sum) => sum.join(' ')),
    sums: sums.filter(isSome).map((sum) => sum.join(' ')),
    subscriptions: own
      .map(({ id: subscription, status, quantity }) => `${subscription} ${status} ${quantity}`)
      .toSorted(),
  };
}
