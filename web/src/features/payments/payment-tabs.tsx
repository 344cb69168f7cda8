import type { PaymentCounts, PaymentGroup } from '@kazna/contract/cabinet/payments';
import { groupThousands } from '@kazna/contract/shared/money';
import { StateTabs } from '../../ui/lists/state-tabs.tsx';
import { groupOf, isNarrowed, type PaymentsSearch } from './search.ts';

const tabs: [group: PaymentGroup | undefined, title: string, count: keyof PaymentCounts][] = [
  [undefined, 'Все', 'all'],
  ['paid', 'Оплаченные', 'paid'],
  ['waiting', 'Ждут', 'waiting'],
  ['failed', 'Не прошли', 'failed'],
  ['refunded', 'Возвраты', 'refunded'],
];

/** The server counts refunds up to this. */
const maxCounted = 1000;

/** Counts are of all payments, so they are shown only while no other filter narrows the list. */
export function PaymentTabs({ search, counts }: { search: PaymentsSearch; counts: PaymentCounts | undefined }) {
  const current = groupOf(search);
  const countOf = (name: keyof PaymentCounts) => {
    if (isNarrowed(search)) return null;
    if (!counts) return undefined;
    const isBounded = name === 'refunded' && counts.refunded >= maxCounted;
    return isBounded ? `${groupThousands(maxCounted - 1)}+` : groupThousands(counts[name]);
  };
  return (
    <StateTabs
      label="Состояние платежей"
      items={tabs.map(([group, title, count]) => ({
        title,
        count: countOf(count),
        isCurrent: group === current,
        search: { ...search, status: group },
      }))}
    />
  );
}
