import type { PaymentCounts, PaymentGroup } from '@kazna/contract/cabinet/payments';
import { groupThousands } from '@kazna/contract/shared/money';
import { type StateTab, StateTabs } from '../../ui/lists/state-tabs.tsx';
import { groupOf, isNarrowed, isTransfersTab, type PaymentsSearch, transfersTab } from './search.ts';

const tabs: [group: PaymentGroup | undefined, title: string, count: keyof PaymentCounts][] = [
  [undefined, 'Все', 'all'],
  ['paid', 'Оплаченные', 'paid'],
  ['waiting', 'Ждут', 'waiting'],
  ['failed', 'Не прошли', 'failed'],
  ['refunded', 'Возвраты', 'refunded'],
];

/** The server counts refunds up to this. */
const maxCounted = 1000;

interface PaymentTabsProps {
  search: PaymentsSearch;
  counts: PaymentCounts | undefined;
  /** Undefined while loading; null for persons without bank money, who do not pay by invoice. */
  transfers: number | null | undefined;
}

/** Counts are of all payments, so they are shown only while no other filter narrows the list. */
export function PaymentTabs({ search, counts, transfers }: PaymentTabsProps) {
  const current = groupOf(search);
  const countOf = (name: keyof PaymentCounts) => {
    if (isNarrowed(search)) return null;
    if (!counts) return undefined;
    const isBounded = name === 'refunded' && counts.refunded >= maxCounted;
    return isBounded ? `${groupThousands(maxCounted - 1)}+` : groupThousands(counts[name]);
  };
  const isTransfers = isTransfersTab(search);
  const items: StateTab[] = tabs.map(([group, title, count]) => ({
    title,
    count: countOf(count),
    isCurrent: group === current && !isTransfers,
    search: { ...search, status: group },
  }));
  const tab = {
    title: 'Переводы',
    count: isNarrowed(search) ? null : typeof transfers === 'number' ? groupThousands(transfers) : transfers,
    isCurrent: isTransfers,
    search: { status: transfersTab },
  };
  const hasTab = transfers !== null || isTransfers;
  return <StateTabs label="Состояние платежей" items={hasTab ? [...items, tab] : items} />;
}
