import type { Dashboard } from '@kazna/contract/cabinet/dashboard';

export interface Share {
  key: string;
  title: string;
  count: number;
  amountMinor: number;
  tone?: 'success' | 'pending' | 'failure';
}

/** Top payers plus «Остальные», so that shares add up to the total. */
export function payersOf({ topPayers, byMethod }: Pick<Dashboard, 'topPayers' | 'byMethod'>): Share[] {
  const shares = topPayers.map(
    ({ userId, name, ...share }, index): Share => ({ key: userId ?? `sender ${index}`, title: name, ...share }),
  );
  const sum = (list: readonly { count: number; amountMinor: number }[], field: 'count' | 'amountMinor') =>
    list.reduce((all, share) => all + share[field], 0);
  // Totals by method include every payer.
  const count = sum(byMethod, 'count') - sum(topPayers, 'count');
  if (count <= 0) return shares;
  const amountMinor = sum(byMethod, 'amountMinor') - sum(topPayers, 'amountMinor');
  return [...shares, { key: 'others', title: 'Остальные', count, amountMinor }];
}
