import type { Revenue, RevenueMonth } from '@kazna/contract/admin/revenue';
import { toDecimal } from '@kazna/contract/shared/money';
import { ExportButton } from '../export-button.tsx';

const exportedSums: [string, (month: RevenueMonth) => number][] = [
  ['MRR на начало', ({ mrrStartMinor }) => mrrStartMinor],
  ['Новые', ({ moves }) => moves.new.amountMinor],
  ['Рост', ({ moves }) => moves.up.amountMinor],
  ['Возобновлённые', ({ moves }) => moves.resumed.amountMinor],
  ['Снижение', ({ moves }) => moves.down.amountMinor],
  ['Остановленные', ({ moves }) => moves.stopped.amountMinor],
  ['MRR на конец', ({ mrrEndMinor }) => mrrEndMinor],
  ['Абонентская плата', ({ charges }) => charges.fixed.amountMinor],
  ['По счётчикам', ({ charges }) => charges.usage.amountMinor],
  ['Подключение', ({ charges }) => charges.setup.amountMinor],
  ['Остальное', ({ charges }) => charges.other.amountMinor],
  ['Выручка', ({ revenueMinor }) => revenueMinor],
  ['Возвращено', ({ refundedMinor }) => refundedMinor],
];
const exportedCounts: [string, (month: RevenueMonth) => number][] = [
  ['Клиентов на начало', ({ customersStart }) => customersStart],
  ['Новых клиентов', ({ customers }) => customers.new.count],
  ['Вернулись', ({ customers }) => customers.returned.count],
  ['Ушли', ({ customers }) => customers.lost.count],
  ['Клиентов на конец', ({ customersEnd }) => customersEnd],
  ['Платили за месяц', ({ payers }) => payers],
];

export function ExportMonths({ revenue: { months, currency } }: { revenue: Revenue }) {
  return (
    <ExportButton
      fileName="revenue"
      forms={['месяц', 'месяца', 'месяцев']}
      load={async () => ({ items: months, nextCursor: null })}
      head={[
        'Месяц',
        ...exportedSums.map(([title]) => `${title}, ${currency}`),
        ...exportedCounts.map(([title]) => title),
      ]}
      rowOf={(month) => [
        month.month,
        ...exportedSums.map(([, read]) => ({ number: toDecimal({ amountMinor: read(month), currency }) })),
        ...exportedCounts.map(([, read]) => ({ number: String(read(month)) })),
      ]}
    />
  );
}
