import { formatMoney } from '@kazna/contract/money';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { focusOnMount } from '../../../ui/focus-on-mount.ts';
import { FormFailure } from '../../../ui/form-end.tsx';
import { asProblem } from '../../../ui/problem.ts';
import dialogs from '../dialogs.module.css';
import classes from './adjustment.module.css';
import type { Adjustment } from './adjustment.ts';

interface AdjustmentReviewProps {
  adjustment: Adjustment;
  beforeMinor: number;
  onBack: () => void;
  onPost: () => Promise<void>;
}

export function AdjustmentReview({ adjustment, beforeMinor, onBack, onPost }: AdjustmentReviewProps) {
  const { amountMinor, currency, reason } = adjustment;
  const [failure, setFailure] = useState<{ message: string; attempt: number }>();
  const [isPending, setIsPending] = useState(false);
  const isSending = useRef(false);
  const money = (minor: number) => formatMoney({ amountMinor: minor, currency });
  const verb = amountMinor > 0 ? 'Зачислить' : 'Списать';

  async function post() {
    if (isSending.current) return;
    isSending.current = true;
    setIsPending(true);
    try {
      await onPost();
    } catch (rejection) {
      setFailure((last) => ({ message: asProblem(rejection).detail, attempt: (last?.attempt ?? 0) + 1 }));
    } finally {
      isSending.current = false;
      setIsPending(false);
    }
  }

  return (
    <>
      <dl className={classes.figures}>
        <div>
          <dt>Было</dt>
          <dd>{money(beforeMinor)}</dd>
        </div>
        <div data-change={amountMinor > 0 ? 'in' : 'out'}>
          <dt>{amountMinor > 0 ? 'Зачислим' : 'Спишем'}</dt>
          <dd>{money(Math.abs(amountMinor))}</dd>
        </div>
        <div data-result>
          <dt>Станет</dt>
          <dd>{money(beforeMinor + amountMinor)}</dd>
        </div>
      </dl>
      <p className={classes.reason}>Причина: {reason}</p>
      <p>Запись в книге нельзя удалить. Ошибку исправляют обратной записью.</p>
      <FormFailure failure={failure} />
      <div className={dialogs.actions}>
        <Button ref={focusOnMount} variant="default" onClick={onBack}>
          Назад
        </Button>
        <Button
          variant="light"
          className={amountMinor < 0 ? dialogs.danger : undefined}
          aria-busy={isPending}
          aria-disabled={isPending}
          onClick={() => void post()}
        >
          {`${verb} ${money(Math.abs(amountMinor))}`}
        </Button>
      </div>
    </>
  );
}
