import { paymentLimits } from '@kazna/contract/cabinet/create-payment-form';
import {
  getPayPage,
  type LinkState,
  type PayPage as Page,
  payByLink,
  payByLinkForm,
} from '@kazna/contract/cabinet/payment-links';
import { formatMoney, parseAmount } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../queries/keys.ts';
import { Choices } from '../../ui/choices.tsx';
import { asProblem } from '../../ui/feedback/problem.ts';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { sendIdempotently } from '../../ui/forms/idempotency-key.ts';
import { AmountField, withTypedAmount } from '../../ui/forms/typed-amount.tsx';
import classes from './pay.module.css';
import { PayFailure, PayLayout, PayText } from './pay-layout.tsx';

/** What somebody who was sent a link sees: whom and what for, and nothing else. */
export function PayPage({ token }: { token: string }) {
  const { data: page, error, refetch } = useQuery(payPageQuery(token), queryClient);
  const isUnknown = error && ['not_found', 'validation_failed'].includes(asProblem(error).code);
  return (
    <PayLayout business={page?.business}>
      {isUnknown ? (
        <PayText title="Такой ссылки нет">
          <p>Проверьте адрес или попросите новую ссылку у того, кто её прислал.</p>
        </PayText>
      ) : error && !page ? (
        <PayFailure what="Страница не загрузилась" error={error} onRetry={() => void refetch()} />
      ) : !page ? (
        <SkeletonText lines={6} />
      ) : page.state === 'open' ? (
        <PayForm token={token} page={page} />
      ) : (
        <PayText title={closedTexts[page.state][0]}>
          <p>{closedTexts[page.state][1]}</p>
        </PayText>
      )}
    </PayLayout>
  );
}

const closedTexts: Record<Exclude<LinkState, 'open'>, [title: string, text: string]> = {
  paid: ['Уже оплачено', 'По этой ссылке уже заплатили. Второй раз платить не нужно.'],
  expired: ['Срок ссылки прошёл', 'Попросите новую ссылку у того, кто её прислал.'],
  revoked: ['Ссылку отозвали', 'Попросите новую ссылку у того, кто её прислал.'],
  closed: ['Оплата недоступна', 'Организация сейчас не принимает деньги. Ничего не списано.'],
};

const methods = [
  ['card', 'Картой'],
  ['sbp', 'Через СБП'],
] as const;

const { minimum, maximum } = paymentLimits.RUB;
const [from, to] = [minimum, maximum].map((amountMinor) => formatMoney({ amountMinor, currency: 'RUB' }));

function PayForm({ token, page }: { token: string; page: Page }) {
  const { organization, purpose, amountMinor, currency } = page;
  const isFixed = amountMinor !== null;
  const schema = isFixed ? payByLinkForm : withTypedAmount(payByLinkForm, () => currency);
  const initial = { method: 'card', email: '', ...(!isFixed && { amountMinor: '' }) };
  const { form, text, set, values, failure, isPending } = useContractForm(schema, initial);
  const paid = isFixed ? amountMinor : parseAmount(values.amountMinor ?? '', currency);
  const [isLeaving, setIsLeaving] = useState(false);
  const send = form(async (body) => {
    const { id, confirmationUrl } = await sendIdempotently('pay-link', [token, body], (headers) =>
      call(payByLink, { params: { token }, headers, body }),
    );
    setIsLeaving(true);
    window.location.assign(confirmationUrl ?? `/pay/result?paymentId=${id}`);
  });
  return (
    <>
      <div className={classes.text}>
        <h1>{purpose}</h1>
        {organization && <p>{quoted(organization)}</p>}
        {!isFixed && <p>Сколько заплатить, решаете вы.</p>}
        {isFixed && <p className={classes.amount}>{formatMoney({ amountMinor, currency })}</p>}
      </div>
      <form {...send} className={classes.form}>
        {!isFixed && <AmountField label="Сумма, ₽" description={`От ${from} до ${to}`} {...text('amountMinor')} />}
        <div>
          <p className={classes.label}>Как заплатить</p>
          <Choices
            label="Как заплатить"
            values={methods}
            chosen={values.method === 'sbp' ? 'sbp' : 'card'}
            onChoose={(method) => set('method', method)}
          />
        </div>
        <TextField
          label="Почта для чека"
          description="Пришлём чек, больше ничего"
          type="email"
          autoComplete="email"
          {...text('email')}
        />
        <FormFailure failure={failure} />
        <SubmitButton isPending={isPending || isLeaving}>
          {paid ? `Оплатить ${formatMoney({ amountMinor: paid, currency })}` : 'Оплатить'}
        </SubmitButton>
      </form>
    </>
  );
}

function payPageQuery(token: string) {
  return queryOptions({
    queryKey: keys.payPage(token),
    queryFn: () => call(getPayPage, { params: { token } }),
    retry: false,
  });
}
