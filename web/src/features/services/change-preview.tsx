import type { Bill } from '@kazna/contract/shared/tariffs';
import { dayText } from '../../parts/tariff-texts.ts';
import { asProblem } from '../../ui/feedback/problem.ts';
import { BillLines } from './bill-lines.tsx';
import classes from './change-preview.module.css';

interface ChangePreviewProps {
  /** Undefined while it is counted, or nothing is chosen. */
  bill: Bill | undefined;
  isWanted: boolean;
  isOutdated: boolean;
  error: unknown;
  /** The first day that is not paid; undefined where nothing is paid ahead. */
  periodEnd: string | undefined;
}

/** Both lines of a change with their sum, and from when it holds. */
export function ChangePreview({ bill, isWanted, isOutdated, error, periodEnd }: ChangePreviewProps) {
  if (!isWanted) return <p className={classes.text}>Здесь появится расчёт: что спишем, что вернём и с какого дня.</p>;
  if (error && !bill) {
    return (
      <p className={classes.text} role="alert">
        {asProblem(error).detail}
      </p>
    );
  }
  const on = bill?.lines.find(({ amountMinor }) => amountMinor >= 0)?.from ?? periodEnd;
  const title = bill?.when === 'period_end' && on ? `Спишем ${dayText(on)}` : 'Спишем сейчас';
  return (
    <div className={classes.preview}>
      {bill?.lines.length !== 0 && <BillLines bill={bill} title={title} isOutdated={isOutdated} skeletonLines={2} />}
      <p className={classes.when} aria-live="polite">
        {bill && whenText(bill, on)}
      </p>
    </div>
  );
}

export function whenText({ when, lines }: Pick<Bill, 'when' | 'lines'>, on: string | undefined): string {
  const nothing = lines.length === 0 ? 'Сейчас ничего не спишем. ' : '';
  if (when === 'now') return `${nothing}Новые условия начнут действовать сегодня.`;
  if (!on)
    return `${nothing}Новые условия начнут действовать, когда услуга снова заработает: денег нужно будет по ним.`;
  return `${nothing}Новые условия начнут действовать ${dayText(on)}, когда закончится оплаченное. До этого дня смену можно отменить.`;
}
