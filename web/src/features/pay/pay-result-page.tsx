import { getPayResult } from '@kazna/contract/cabinet/payment-links';
import type { PaymentStatus } from '@kazna/contract/cabinet/payments';
import { formatMoney } from '@kazna/contract/shared/money';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../queries/keys.ts';
import { asProblem } from '../../ui/feedback/problem.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { ClockIcon, CrossedIcon } from '../../ui/icons.tsx';
import { CheckIcon } from '../../ui/visitor-icons.tsx';
import classes from './pay.module.css';
import { PayFailure, PayLayout, PayText } from './pay-layout.tsx';

const texts: Record<PaymentStatus, [title: string, text: string]> = {
  succeeded: ['Оплата прошла', 'Деньги зачислены. Чек придёт на почту. Страницу можно закрыть.'],
  pending: ['Проверяем оплату', 'Обычно это занимает меньше минуты. Страница обновится сама.'],
  review: [
    'Платёж на проверке',
    'Мы проверяем платёж и зачислим деньги, когда всё выяснится. Платить ещё раз не нужно.',
  ],
  canceled: ['Оплата не прошла', 'Деньги не списаны. Откройте ссылку ещё раз и попробуйте снова.'],
  expired: ['Время оплаты вышло', 'Деньги не списаны. Откройте ссылку ещё раз и попробуйте снова.'],
};

const looks = {
  succeeded: ['success', CheckIcon],
  pending: ['pending', ClockIcon],
  review: ['pending', ClockIcon],
  canceled: ['failure', CrossedIcon],
  expired: ['failure', CrossedIcon],
} as const;

function Mark({ status }: { status: PaymentStatus }) {
  const [tone, Icon] = looks[status];
  return (
    <span className={classes.mark} data-tone={tone}>
      <Icon size={40} />
    </span>
  );
}

/** Where the provider leads back the payer of a link. */
export function PayResultPage({ paymentId }: { paymentId: string }) {
  const { data: result, error, refetch } = useQuery(resultQuery(paymentId), queryClient);
  const isUnknown = error && ['not_found', 'validation_failed'].includes(asProblem(error).code);
  const [title, text] = result ? texts[result.status] : ['', ''];
  return (
    <PayLayout business={result?.business}>
      {isUnknown ? (
        <PayText title="Такого платежа нет">
          <p>Проверьте адрес страницы.</p>
        </PayText>
      ) : error && !result ? (
        <PayFailure what="Не удалось узнать, что с платежом" error={error} onRetry={() => void refetch()} />
      ) : !result ? (
        <SkeletonText lines={4} />
      ) : (
        <PayText title={title} mark={<Mark status={result.status} />}>
          <p>{text}</p>
          <p className={classes.amount}>{formatMoney(result)}</p>
        </PayText>
      )}
    </PayLayout>
  );
}

function resultQuery(paymentId: string) {
  return queryOptions({
    queryKey: keys.payResult(paymentId),
    queryFn: () => call(getPayResult, { params: { paymentId } }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 3000 : false),
  });
}
