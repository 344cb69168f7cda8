import { type Discount, endDiscount } from '@kazna/contract/admin/subscriptions';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../format/numbers.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Moment } from '../../parts/moment.tsx';
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from '../side-sheet.module.css';
import { useStaff } from '../staff.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { DiscountDialog } from './discount-dialog.tsx';
import { type CustomerProps, discountsQuery } from './queries.ts';

export function OrganizationDiscounts({ organization }: CustomerProps) {
  const { can } = useStaff();
  const { data, error, refetch } = useQuery(discountsQuery(organization.id));
  const [isAdding, setIsAdding] = useState(false);
  const [ended, setEnded] = useState<Discount>();
  const [isEnding, setIsEnding] = useState(false);
  const mayChange = can('admin.money') && organization.status !== 'closed';
  if (error && !data) {
    return <QueryFailure what="Скидки не загрузились" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <SkeletonText lines={2} />;
  const end = (discount: Discount) => {
    setEnded(discount);
    setIsEnding(true);
  };
  return (
    <>
      {data.length === 0 ? (
        <p className={classes.quiet}>Скидок нет.</p>
      ) : (
        <DiscountLines discounts={data} onEnd={mayChange ? end : undefined} />
      )}
      {mayChange && (
        <div className={classes.below}>
          <Button size="sm" variant="default" onClick={() => setIsAdding(true)}>
            Дать скидку
          </Button>
        </div>
      )}
      <DiscountDialog isOpen={isAdding} onClose={() => setIsAdding(false)} organization={organization} />
      {ended && <EndDialog isOpen={isEnding} onClose={() => setIsEnding(false)} discount={ended} />}
    </>
  );
}

interface DiscountLinesProps {
  discounts: readonly Discount[];
  onEnd: ((discount: Discount) => void) | undefined;
}

function DiscountLines({ discounts, onEnd }: DiscountLinesProps) {
  return (
    <ul className={classes.lines} aria-label="Скидки">
      {discounts.map((discount) => (
        <li key={discount.id}>
          <span>
            {discountText(discount)}
            <span className={classes.secondary}>
              {discount.reason}. <Moment at={discount.createdAt} />, {discount.createdBy ?? 'удалённый пользователь'}
            </span>
          </span>
          {onEnd && (
            <Button
              variant="default"
              size="xs"
              aria-label={`Завершить скидку: ${discountText(discount)}`}
              onClick={() => onEnd(discount)}
            >
              Завершить
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

const periodCount = ['период', 'периода', 'периодов'] as const;

/** Returns «15 % на тариф «Базовый», 3 периода» or «500,00 ₽ на все тарифы, бессрочно». */
export function discountText({ percent, amountMinor, currency, tariff, periods }: Discount): string {
  const size =
    percent === null
      ? formatMoney({ amountMinor: amountMinor ?? 0, currency: currency ?? 'RUB' })
      : `${percent.toLocaleString('ru')}\u00a0%`;
  const what = tariff ? `тариф «${tariff.name}»` : 'все тарифы';
  return `${size} на ${what}, ${periods === null ? 'бессрочно' : formatCount(periods, periodCount)}`;
}

interface EndDialogProps {
  isOpen: boolean;
  onClose: () => void;
  discount: Discount;
}

function EndDialog({ isOpen, onClose, discount }: EndDialogProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Завершить скидку?"
      action="Завершить скидку"
      cancelLabel="Оставить"
      isDangerous
      onConfirm={async () => {
        await callConfirmed(endDiscount, { params: { discountId: discount.id } });
        showToast({ kind: 'success', message: 'Скидка завершена' });
        void refreshAdmin();
      }}
    >
      {discountText(discount)}. Следующие списания будут без неё, прежние не изменятся.
    </ConfirmDialog>
  );
}
