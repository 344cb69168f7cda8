import { parseAmount } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { asProblem } from '../../ui/feedback/problem.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { formatTypedAmount } from '../../ui/forms/typed-amount.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import classes from './settings-page.module.css';
import { lowBalanceQuery, saveLowBalance } from './settings-queries.ts';

/** One warning a crossing, for the whole organization. */
export function LowBalanceForm({ organizationId }: { organizationId: string }) {
  const { data: thresholdMinor, error, refetch } = useQuery(lowBalanceQuery(organizationId));
  if (error && thresholdMinor === undefined) {
    return <QueryFailure what="Порог не загрузился" error={error} onRetry={() => void refetch()} />;
  }
  if (thresholdMinor === undefined) return <SkeletonText lines={3} />;
  return <ThresholdForm organizationId={organizationId} thresholdMinor={thresholdMinor} />;
}

interface ThresholdFormProps {
  organizationId: string;
  /** Null for none. */
  thresholdMinor: number | null;
}

function ThresholdForm({ organizationId, thresholdMinor }: ThresholdFormProps) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const stored = thresholdMinor ? formatTypedAmount({ amountMinor: thresholdMinor, currency: 'RUB' }) : '';
  const text = typed ?? stored;

  async function save(event: SubmitEvent) {
    event.preventDefault();
    const amountMinor = text.trim() === '' ? null : parseAmount(text, 'RUB');
    if (text.trim() !== '' && !amountMinor) return setError('Введите сумму больше нуля, например 1 000');
    if (isPending) return;
    setError(undefined);
    setIsPending(true);
    try {
      await saveLowBalance(client, organizationId, amountMinor ?? null);
      setTyped(undefined);
      showToast({ kind: 'success', message: amountMinor ? 'Порог сохранён' : 'Порог снят' });
    } catch (reason) {
      showToast({ kind: 'error', message: 'Порог не сохранился', detail: asProblem(reason).detail });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <form className={classes.threshold} onSubmit={(event) => void save(event)}>
      <TextField
        label="Предупреждать, если на балансе меньше, ₽"
        description="И всегда, когда денег меньше чем на 3 дня. Пустое поле снимает порог."
        inputMode="decimal"
        autoComplete="off"
        maxLength={30}
        value={text}
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" aria-busy={isPending}>
        Сохранить порог
      </Button>
    </form>
  );
}
