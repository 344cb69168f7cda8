import { formatMoney } from '@kazna/contract/shared/money';
import type { Bill as BillData } from '@kazna/contract/shared/tariffs';
import type { ReactNode } from 'react';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import classes from './bill.module.css';
import { Bill } from './example-bill.tsx';

interface BillPreviewProps {
  /** Undefined while loading. */
  bill: (BillData & { missingMinor?: number | undefined }) | undefined;
  isOutdated: boolean;
  /** Why there is no bill. */
  problem: string | undefined;
  children?: ReactNode;
}

/** What an action will charge or give back, before it is agreed to. */
export function BillPreview({ bill, isOutdated, problem, children }: BillPreviewProps) {
  return (
    <div className={classes.preview} aria-live="polite" data-outdated={(bill && isOutdated) || undefined}>
      {problem ? (
        <p>{problem}</p>
      ) : bill ? (
        <>
          <Bill
            title={bill.when === 'now' ? 'Сразу' : 'Ничего сейчас, смена в конце оплаченного периода'}
            lines={bill.lines}
            currency={bill.currency}
          />
          {children}
          {(bill.missingMinor ?? 0) > 0 && (
            <p className={classes.missing}>
              На балансе не хватает {formatMoney({ amountMinor: bill.missingMinor ?? 0, currency: bill.currency })}.
            </p>
          )}
        </>
      ) : (
        <SkeletonText lines={3} />
      )}
    </div>
  );
}
