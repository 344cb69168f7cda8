import { receiptTitle } from '@kazna/contract/cabinet/receipt-labels';
import { listReceipts, type Receipt, sendReceipt } from '@kazna/contract/cabinet/receipts';
import { formatMoney } from '@kazna/contract/shared/money';
import { Anchor, Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { Moment } from '../../../parts/moment.tsx';
import { asProblem } from '../../../ui/feedback/problem.ts';
import { StatusMark } from '../../../ui/feedback/status-mark.tsx';
import { showToast } from '../../../ui/feedback/toasts.tsx';
import { useAction } from '../../../ui/forms/use-action.ts';
import { ClockIcon, CrossedIcon } from '../../../ui/icons.tsx';
import { Card } from '../../../ui/page.tsx';
import { CheckIcon } from '../../../ui/visitor-icons.tsx';
import classes from './payment-page.module.css';

const looks = {
  waiting: ['pending', ClockIcon, 'После возврата'],
  pending: ['pending', ClockIcon, 'Касса пробивает'],
  registered: ['success', CheckIcon, 'Пробит'],
  // Staff see to it; the customer has nothing to do.
  failed: ['pending', ClockIcon, 'Задерживается'],
  canceled: ['failure', CrossedIcon, 'Отменён'],
} as const;

/** Nothing where the business has no receipts. */
export function PaymentReceipts({ paymentId }: { paymentId: string }) {
  const { data } = useQuery(receiptsQuery(paymentId));
  if (!data || data.items.length === 0) return null;
  return (
    <Card title="Чеки">
      <ul className={classes.refunds}>
        {data.items.map((receipt) => (
          <ReceiptLine key={receipt.id} receipt={receipt} email={data.email} />
        ))}
      </ul>
    </Card>
  );
}

function ReceiptLine({ receipt, email }: { receipt: Receipt; email: string | null }) {
  const { status, fiscal, url, amountMinor, createdAt } = receipt;
  const [tone, Icon, label] = looks[status];
  const title = receiptTitle(receipt);
  const { run, isPending } = useAction(async () => {
    try {
      await call(sendReceipt, { params: { receiptId: receipt.id } });
      showToast({ kind: 'success', message: 'Чек отправлен', detail: email ?? '' });
    } catch (reason) {
      showToast({ kind: 'error', message: 'Чек не отправлен', detail: asProblem(reason).detail });
    }
  });
  return (
    <li>
      <span>
        <strong>{formatMoney({ amountMinor, currency: 'RUB' })}</strong>
        <StatusMark tone={tone} icon={<Icon size={16} />}>
          {label}
        </StatusMark>
      </span>
      <span>{title}</span>
      <span className={classes.secondary}>
        <Moment at={fiscal?.registeredAt ?? createdAt} />
        {fiscal?.document && ` · ФД\u00a0${fiscal.document}`}
        {fiscal?.storage && ` · ФН\u00a0${fiscal.storage}`}
        {fiscal?.sign && ` · ФПД\u00a0${fiscal.sign}`}
      </span>
      {status === 'registered' && (
        <span className={classes.actions}>
          {url && (
            <Anchor href={url} target="_blank" rel="noreferrer" aria-label={`Открыть чек «${title}»`}>
              Открыть чек
            </Anchor>
          )}
          {email && (
            <Button
              variant="default"
              size="sm"
              loading={isPending}
              aria-label={`Отправить ещё раз: ${title}`}
              onClick={() => void run()}
            >
              Отправить ещё раз
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

function receiptsQuery(paymentId: string) {
  return queryOptions({
    queryKey: ['payments', 'receipts', paymentId],
    queryFn: ({ signal }) => call(listReceipts, { params: { paymentId } }, signal),
  });
}
