import type { Dashboard, IncomingMethod } from '@kazna/contract/cabinet/dashboard';
import { paymentMethodLabels, paymentStateLabels } from '@kazna/contract/cabinet/payment-labels';
import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import { payersOf, type Share } from './payers.ts';
import { ShareList } from './share-list.tsx';
import classes from './shares.module.css';

const tones: Record<PaymentStatus, Share['tone'] & string> = {
  succeeded: 'success',
  pending: 'pending',
  review: 'pending',
  canceled: 'failure',
  expired: 'failure',
};

/** Totals are stored by status, so bank declines and cancellations share a line. */
const statusTitles: Record<PaymentStatus, string> = { ...paymentStateLabels, canceled: 'Не прошёл или отменён' };

const methodTitles: Record<IncomingMethod, string> = { ...paymentMethodLabels, bank_transfer: 'Банковский перевод' };

export function Shares({ dashboard }: { dashboard: Dashboard | undefined }) {
  const { currency = 'RUB' } = dashboard ?? {};
  const lists = [
    [
      'Способы оплаты',
      'За этот период ничего не оплачено.',
      dashboard?.byMethod.map(({ method, ...share }) => ({
        key: method,
        title: methodTitles[method],
        ...share,
      })),
    ],
    [
      'Состояния платежей',
      'За этот период платежей не было.',
      dashboard?.byStatus.map(({ status, ...share }) => ({
        ...{ key: status, title: statusTitles[status], tone: tones[status] },
        ...share,
      })),
    ],
    ['Кто пополняет', 'За этот период никто не пополнял баланс.', dashboard && payersOf(dashboard)],
  ] as const;
  return (
    <div className={classes.lists}>
      {lists.map(([title, empty, shares]) => (
        <section key={title} className={classes.card}>
          <h2>{title}</h2>
          <ShareList shares={shares} empty={empty} currency={currency} counted={['платёж', 'платежа', 'платежей']} />
        </section>
      ))}
    </div>
  );
}
