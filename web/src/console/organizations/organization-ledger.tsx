import { type AdminEntry, adjustBalance, listEntriesAsStaff } from '@kazna/contract/admin/balance';
import { entryKinds } from '@kazna/contract/cabinet/balance';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { formatSignedMoney } from '../../format/numbers.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Moment } from '../../parts/moment.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { sendIdempotently } from '../../ui/forms/idempotency-key.ts';
import { LinkAnchor } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import classes from '../side-sheet.module.css';
import { useStaff } from '../staff.tsx';

export function OrganizationLedger({ organizationId }: { organizationId: string }) {
  const query = useInfiniteQuery(ledgerQuery(organizationId));
  if (query.error && !query.data) {
    return <QueryFailure what="Записи не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <SkeletonText lines={4} />;
  if (query.data.length === 0) return <p className={classes.quiet}>Деньги ещё не двигались.</p>;
  return (
    <>
      <ul className={classes.lines} aria-label="Движение денег">
        {query.data.map((entry) => (
          <li key={entry.id}>
            <span>
              <LinkAnchor
                to="."
                search={(current: object) => ({ ...current, operation: entry.id })}
                resetScroll={false}
              >
                {entryKinds[entry.kind]}
              </LinkAnchor>
              <span className={classes.secondary}>
                <Moment at={entry.createdAt} />
                {entry.correction && `, ${entry.correction.operatorName ?? 'удалённый пользователь'}`}
              </span>
              {entry.correction && <span className={classes.secondary}>Причина: {entry.correction.reason}</span>}
              <PaymentLink {...entry} />
            </span>
            <span className={classes.end}>
              <span className={classes.amount}>{formatSignedMoney(entry)}</span>
              <UndoCorrection organizationId={organizationId} entry={entry} />
            </span>
          </li>
        ))}
      </ul>
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </>
  );
}

function PaymentLink({ paymentId, ...entry }: AdminEntry) {
  if (!paymentId) return null;
  const amount = formatMoney({ ...entry, amountMinor: Math.abs(entry.amountMinor) });
  return (
    <LinkAnchor
      to="."
      search={(current: object) => ({ ...current, payment: paymentId })}
      resetScroll={false}
      size="sm"
      aria-label={`Открыть платёж: ${entryKinds[entry.kind]}, ${amount}`}
    >
      Открыть платёж
    </LinkAnchor>
  );
}

function ledgerQuery(organizationId: string) {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'ledger', organizationId],
    queryFn: ({ pageParam: cursor }) =>
      call(listEntriesAsStaff, { params: { organizationId }, query: { limit: 10, cursor } }),
    select: itemsOf,
  });
}

interface UndoCorrectionProps {
  organizationId: string;
  entry: AdminEntry;
}

/** Posts the opposite of a correction; the entry itself stays. */
function UndoCorrection({ organizationId, entry }: UndoCorrectionProps) {
  const { can } = useStaff();
  const [isOpen, setIsOpen] = useState(false);
  const { id: undoes, currency, correction } = entry;
  if (!correction?.isUndoable || !can('admin.money')) return null;
  const amountMinor = -entry.amountMinor;
  const sum = formatMoney({ amountMinor: Math.abs(amountMinor), currency });
  const undo = async (reason: string) => {
    const body = { amountMinor, currency, reason, undoes };
    await sendIdempotently('adjustment', [organizationId, body], (headers) =>
      callConfirmed(adjustBalance, { params: { organizationId }, headers, body }),
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
