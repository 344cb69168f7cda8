import type { AdminOperation } from '@kazna/contract/admin/operations';
import { entryKinds } from '@kazna/contract/cabinet/balance';
import type { OperationDetails } from '@kazna/contract/cabinet/operations';
import { formatMoney } from '@kazna/contract/shared/money';
import { quantityText } from '@kazna/contract/shared/quantity';
import { quoted } from '@kazna/contract/shared/quoted';
import type { ReactNode } from 'react';
import { formatDate } from '../format/date.ts';
import { formatSignedMoney } from '../format/numbers.ts';
import { CopyValue } from '../ui/copy.tsx';
import { Facts } from '../ui/lists/facts.tsx';
import { Moment } from './moment.tsx';
import classes from './operation-facts.module.css';
import { rangeText } from './tariff-texts.ts';

type FactList = readonly (readonly [term: string, value: ReactNode])[];

interface OperationFactsProps {
  operation: OperationDetails | AdminOperation;
  /** Who acted. */
  actor: ReactNode;
  /** Metadata of the charge. */
  metadata: FactList;
  /** Where the reader can go on from it. */
  links: FactList;
}

/** The amount in large, and under it what it was for and what it did to the balance. */
export function OperationFacts({ operation, actor, metadata, links }: OperationFactsProps) {
  const { id, currency, description, createdAt, balanceBeforeMinor, balanceAfterMinor, charge, transfer } = operation;
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
  return (
    <>
      <div>
        <p className={classes.kind}>{entryKinds[operation.kind]}</p>
        <h2 className={classes.amount}>{formatSignedMoney(operation)}</h2>
        {description && <p className={classes.about}>{description}</p>}
      </div>
      <Facts
        facts={[
          ['Когда', <Moment key="at" at={createdAt} />],
          ...chargeFacts(charge, createdAt),
          ...metadata,
          ['Отправитель', transfer?.payer],
          ['Поручение', transfer && `№\u00a0${transfer.number} от ${formatDate(transfer.day, 'UTC')}`],
          ['Назначение', transfer?.purpose],
          ['Кто', actor],
          ['Баланс до', money(balanceBeforeMinor)],
          ['Баланс после', money(balanceAfterMinor)],
          ...links,
          ['Идентификатор', <CopyValue key="id" value={id} what="идентификатор" />],
        ]}
      />
    </>
  );
}

type Charge = NonNullable<OperationFactsProps['operation']['charge']>;

function chargeFacts(charge: Charge | null, createdAt: string): FactList {
  if (!charge) return [];
  const { service, subscription, occurredAt, isFromHold } = charge;
  const { tariff, days, quantity, unit } = subscription ?? {};
  // A service that was rendered at the moment of its charge needs no second time.
  const isLater = !subscription && Math.abs(Date.parse(occurredAt) - Date.parse(createdAt)) > 60_000;
  return [
    ['Услуга', service],
    ['Тариф', tariff && quoted(tariff)],
    ['За период', days && rangeText(days)],
    ['Количество', quantity !== undefined && unit && quantityText(quantity, unit)],
    ['Оказана', isLater && <Moment key="occurred" at={occurredAt} />],
    ['Откуда', isFromHold && 'Из суммы, зарезервированной раньше'],
  ];
}

interface ChargeRefundsProps {
  charge: Charge;
  currency: OperationDetails['currency'];
  /** What leads to the refund. */
  render: (refund: Charge['refunds'][number]) => ReactNode;
}

/** Refunds of a charge, and its cost after them; nothing without refunds. */
export function ChargeRefunds({ charge, currency, render }: ChargeRefundsProps) {
  const { refunds, amountMinor, refundedMinor } = charge;
  if (refunds.length === 0) return null;
  const money = (minor: number) => formatMoney({ amountMinor: minor, currency });
  return (
    <section className={classes.refunds} aria-label="Возвраты списания">
      <h3>Возвраты</h3>
      <ul>
        {refunds.map((refund) => (
          <li key={refund.id}>
            <span>{render(refund)}</span>
            <span className={classes.returned}>+{money(refund.amountMinor)}</span>
          </li>
        ))}
      </ul>
      <p>
        {refundedMinor === amountMinor
          ? 'Вернули всё списание.'
          : `С учётом возвратов списано ${money(amountMinor - refundedMinor)}.`}
      </p>
    </section>
  );
}
