import { decideReceipt, type FailedReceipt, failureTexts, listFailedReceipts } from '@kazna/contract/admin/receipts';
import { receiptTitle } from '@kazna/contract/cabinet/receipt-labels';
import { formatMoney } from '@kazna/contract/shared/money';
import { Button, TextInput } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { itemsOf, paged } from '../../api/query-client.ts';
import { Moment } from '../../parts/moment.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { LoadMore } from '../../ui/lists/load-more.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { useStaff } from '../staff.tsx';
import classes from './overview.module.css';

export function FailedReceipts({ count }: { count: number }) {
  const query = useInfiniteQuery(failedReceiptsQuery());
  if (query.error && !query.data) {
    return <QueryFailure what="Чеки не загрузились" error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <div className={classes.group}>
      <h3>Чеки не пробиты: {count.toLocaleString('ru')}</h3>
      {!query.data && <SkeletonText lines={3} />}
      <ul className={classes.lines}>
        {query.data?.map((receipt) => (
          <li key={receipt.id}>
            <div className={classes.about}>
              <span>
                <strong className={classes.amount}>{amountOf(receipt)}</strong>{' '}
                <LinkAnchor to="/admin/organizations" search={{ organization: receipt.organizationId }}>
                  {receipt.organizationName}
                </LinkAnchor>
              </span>
              <span className={classes.note}>
                {receiptTitle(receipt)}: {whyOf(receipt)}, <Moment at={receipt.createdAt} />
              </span>
            </div>
            <DecisionButtons receipt={receipt} />
          </li>
        ))}
      </ul>
      <LoadMore hasMore={query.hasNextPage} isLoading={query.isFetchingNextPage} onLoad={query.fetchNextPage} />
    </div>
  );
}

function amountOf({ amountMinor }: FailedReceipt): string {
  return formatMoney({ amountMinor, currency: 'RUB' });
}

function whyOf({ reason }: FailedReceipt): string {
  if (!reason) return 'касса не пробила чек';
  return failureTexts[reason] ?? `платёжная система отклонила чек, код ${reason}`;
}

function DecisionButtons({ receipt }: { receipt: FailedReceipt }) {
  const { can } = useStaff();
  const [asked, setAsked] = useState<'retry' | 'registered'>();
  const [document, setDocument] = useState('');
  if (!can('admin.money')) return null;
  const params = { receiptId: receipt.id };
  const amount = amountOf(receipt);
  const close = () => setAsked(undefined);
  const detail = `${receipt.organizationName}, ${amount}`;

  return (
    <div className={classes.buttons}>
      <Button size="sm" aria-label={`Повторить чек на ${amount}`} onClick={() => setAsked('retry')}>
        Повторить
      </Button>
      <Button
        variant="default"
        size="sm"
        aria-label={`Пробит вручную: чек на ${amount}`}
        onClick={() => setAsked('registered')}
      >
        Пробит вручную
      </Button>
      <ReasonDialog
        isOpen={asked === 'retry'}
        onClose={close}
        title={`Повторить чек на ${amount}?`}
        action="Повторить"
        onConfirm={async (reason) => {
          await call(decideReceipt, { params, body: { decision: 'retry', reason } });
          showToast({ kind: 'success', message: 'Чек отправлен в кассу ещё раз', detail });
        }}
      >
        Сначала убедитесь в платёжной системе, что чека по платежу {receipt.paymentId} нет: иначе их станет два.
      </ReasonDialog>
      <ReasonDialog
        isOpen={asked === 'registered'}
        onClose={close}
        title={`Чек на ${amount} пробит вручную?`}
        action="Отметить пробитым"
        onConfirm={async (reason) => {
          await call(decideReceipt, { params, body: { decision: 'registered', document, reason } });
          showToast({ kind: 'success', message: 'Чек отмечен пробитым', detail });
        }}
      >
        <TextInput
          label="Номер фискального документа"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={document}
          onChange={(event) => setDocument(event.currentTarget.value)}
        />
      </ReasonDialog>
    </div>
  );
}

function failedReceiptsQuery() {
  return infiniteQueryOptions({
    ...paged,
    queryKey: ['admin', 'failed-receipts'],
    queryFn: ({ pageParam: cursor }) => call(listFailedReceipts, { query: { limit: 5, cursor } }),
    select: itemsOf,
  });
}
