import { type AdminEntry, adjustBalance } from '@kazna/contract/admin/balance';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { formatSignedMoney } from '../../format/numbers.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { sendIdempotently } from '../../ui/forms/idempotency-key.ts';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useStaff } from '../use-staff.ts';

interface UndoCorrectionProps {
  organizationId: string;
  entry: AdminEntry;
}

/** Posts the opposite of a correction; the entry itself stays. */
export function UndoCorrection({ organizationId, entry }: UndoCorrectionProps) {
  const { can } = useStaff();
  const [isOpen, setIsOpen] = useState(false);
  const { id: undoes, currency, correction } = entry;
  if (!correction?.isUndoable || !can('admin.money')) return null;
  const amountMinor = -entry.amountMinor;
  const sum = formatMoney({ amountMinor: Math.abs(amountMinor), currency });
  const undo = async (reason: string) => {
    const body = { amountMinor, currency, reason, undoes };
    await sendIdempotently('adjustment', [organizationId, body], (headers) =>
      call(adjustBalance, { params: { organizationId }, headers, body }),
    );
    showToast({ kind: 'success', message: 'Корректировка отменена', detail: formatSignedMoney(body) });
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`Отменить корректировку ${formatSignedMoney(entry)}`}
        onClick={() => setIsOpen(true)}
      >
        Отменить
      </Button>
      <ReasonDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Отменить корректировку ${formatSignedMoney(entry)}?`}
        action={amountMinor > 0 ? `Зачислить ${sum}` : `Списать ${sum}`}
        cancelLabel="Не отменять"
        isDangerous
        isSeenByOwner
        onConfirm={undo}
      >
        <p>
          {amountMinor > 0 ? `Зачислим ${sum} обратно на баланс` : `Спишем ${sum} с баланса`} отдельной записью.
          Отменить её саму будет нельзя.
        </p>
        <p>Причина корректировки: {correction.reason}</p>
      </ReasonDialog>
    </>
  );
}
