import { formatMoney } from '@kazna/contract/shared/money';
import type { Adjustment } from './adjustment.ts';
import { ReviewStep } from './review-step.tsx';

interface AdjustmentReviewProps {
  adjustment: Adjustment;
  beforeMinor: number;
  onBack: () => void;
  onPost: () => Promise<void>;
}

export function AdjustmentReview({ adjustment, beforeMinor, onBack, onPost }: AdjustmentReviewProps) {
  const { amountMinor, currency, reason } = adjustment;
  const money = (minor: number) => formatMoney({ amountMinor: minor, currency });
  const isIn = amountMinor > 0;
  const change = money(Math.abs(amountMinor));
  const figures = [
    { label: 'Было', sum: money(beforeMinor) },
    { label: isIn ? 'Зачислим' : 'Спишем', sum: change, change: isIn ? 'in' : 'out' } as const,
    { label: 'Станет', sum: money(beforeMinor + amountMinor), isResult: true },
  ];
  return (
    <ReviewStep
      figures={figures}
      reason={reason}
      action={`${isIn ? 'Зачислить' : 'Списать'} ${change}`}
      isDangerous={!isIn}
      onBack={onBack}
      onAction={onPost}
    >
      Запись в книге нельзя удалить. Ошибку исправляют обратной записью.
    </ReviewStep>
  );
}
