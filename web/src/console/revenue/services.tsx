import type { Revenue } from '@kazna/contract/admin/revenue';
import { formatMoney } from '@kazna/contract/shared/money';
import { Link } from '@tanstack/react-router';
import { type RecordColumn, Records } from '../../ui/lists/records.tsx';
import rowTitle from '../row-title.module.css';
import { shareText } from './figures.tsx';
import type { RevenueSearch } from './search.ts';

type Service = Revenue['services'][number];

/** Services of the chosen months; each opens the same page for itself. */
export function Services({ revenue: { services, currency }, search }: { revenue: Revenue; search: RevenueSearch }) {
  const whole = services.reduce((sum, { revenueMinor }) => sum + revenueMinor, 0);
  const columns: RecordColumn<Service>[] = [
    {
      title: 'Услуга',
      render: ({ id, name }) => (
        <Link to="/admin/revenue" search={{ ...search, service: id }} className={rowTitle.link} data-row-link>
          {name}
        </Link>
      ),
    },
    {
      title: 'MRR',
      isAmount: true,
      width: '180px',
      render: ({ mrrMinor }) => formatMoney({ amountMinor: mrrMinor, currency }),
    },
    {
      title: 'Выручка за период',
      isAmount: true,
      width: '200px',
      render: ({ revenueMinor }) => formatMoney({ amountMinor: revenueMinor, currency }),
    },
    {
      title: 'Доля',
      isAmount: true,
      width: '100px',
      render: ({ revenueMinor }) => shareText(whole > 0 ? revenueMinor / whole : null),
    },
  ];
  return <Records label="Выручка по услугам" keyOf={({ id }) => id} columns={columns} items={services} />;
}
