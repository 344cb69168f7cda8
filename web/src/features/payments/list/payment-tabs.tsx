import type { PaymentCounts, PaymentGroup } from '@kazna/contract/cabinet/payments';
import { groupThousands } from '@kazna/contract/shared/money';
import { formatCount } from '../../../format/numbers.ts';
import { ReceiptDrawing } from '../../../ui/drawings.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { LinkButton } from '../../../ui/links.tsx';
import { NothingFiltered } from '../../../ui/lists/filter-bar.tsx';
import { type StateTab, StateTabs } from '../../../ui/lists/state-tabs.tsx';
import { groupOf, isNarrowed, type PaymentsSearch, transfersTab } from './search.ts';

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
}

/** Counts are of all payments, so they are shown only while no other filter narrows the list. */
export function PaymentTabs({ search, counts }: PaymentTabsProps) {
  const current = groupOf(search);
  const countOf = (name: keyof PaymentCounts) => {
    if (isNarrowed(search)) return null;
    if (!counts) return undefined;
    const isBounded = name === 'refunded' && counts.refunded >= maxCounted;
    return isBounded ? `${groupThousands(maxCounted - 1)}+` : groupThousands(counts[name]);
  };
  const items: StateTab[] = tabs.map(([group, title, count]) => ({
    title,
    count: countOf(count),
    isCurrent: group === current,
    search: { ...search, status: group },
  }));
  return <StateTabs label="Состояние платежей" items={items} />;
}

interface PaymentsEmptyProps {
  isFiltered: boolean;
  /** Bank transfers, which have a list of their own. */
  transfers: number;
  canCreate: boolean;
  onClear: () => void;
}

export function PaymentsEmpty({ isFiltered, transfers, canCreate, onClear }: PaymentsEmptyProps) {
  if (transfers > 0) {
    const show = (
      <LinkButton to="/payments" search={{ status: transfersTab }}>
        Показать переводы
      </LinkButton>
    );
    return (
      <Empty drawing={<ReceiptDrawing />} title="Картой и через СБП не платили" action={show}>
        Деньги пришли из банка: {formatCount(transfers, ['перевод', 'перевода', 'переводов'])}.
      </Empty>
    );
  }
  if (isFiltered) return <NothingFiltered what="платежей" onClear={onClear} />;
  const topUp = canCreate && <LinkButton to="/payments/create">Пополнить</LinkButton>;
  return (
    <Empty drawing={<ReceiptDrawing />} title="Платежей пока нет" action={topUp}>
      Пополните баланс картой или через СБП, и первый платёж появится здесь.
    </Empty>
  );
}
