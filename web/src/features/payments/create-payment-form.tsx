import { createPayment, createPaymentForm, paymentLimits, paymentMethods } from '@kazna/contract/cabinet/payments';
import { type Currency, formatMoney, parseAmount } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { externalUrl } from '../../format/external-url.ts';
import { useActiveOrganization } from '../../queries/active-organization.ts';
import { balanceQuery } from '../../queries/balance.ts';
import { infoQuery } from '../../queries/info.ts';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { clearIdempotencyKey, idempotencyKeyFor } from '../../ui/forms/idempotency-key.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { currencyIn, formatTypedAmount, withTypedAmount } from '../../ui/forms/typed-amount.ts';
import { Card } from '../../ui/page.tsx';
import { AmountChoices } from './amount-choices.tsx';
import { AmountInput } from './amount-input.tsx';
import { redirectToCheckout } from './checkout-redirect.ts';
import classes from './create-payment.module.css';
import { MethodCards } from './method-cards.tsx';
import { monthlyPace } from './pace.ts';
import { PaymentSummary } from './payment-summary.tsx';
import { refreshMoney } from './queries.ts';

const form = withTypedAmount(createPaymentForm, currencyIn);

const currencyNames = new Intl.DisplayNames('ru', { type: 'currency' });
const optionOf = (code: Currency) => ({ value: code, label: `${code}, ${currencyNames.of(code)}` });

type Filled = Partial<Record<'amount' | 'currency' | 'method' | 'description', string | undefined>>;

function initialValues({ amount = '', currency, method, description = '' }: Filled) {
  const known = currencyIn({ currency });
  const amountMinor = parseAmount(amount, known);
  return {
    amountMinor: amountMinor === null ? '' : formatTypedAmount({ amountMinor, currency: known }),
    currency: known,
    method: paymentMethods.find((one) => one === method) ?? 'card',
    description: description.slice(0, 128),
  };
}

export function CreatePaymentForm({ filled }: { filled: Filled }) {
  const navigate = useNavigate();
  const { form: onSubmit, text, set, values, failure, isPending } = useContractForm(form, initialValues(filled));
  const currency = currencyIn(values);
  const { data: info } = useQuery({ ...infoQuery(), staleTime: Number.POSITIVE_INFINITY });
  const currencies = info?.currencies ?? [currency];
  const { id } = useActiveOrganization();
  const { data: balance } = useQuery(balanceQuery(id));
  const pace = monthlyPace(balance, currency);
  const { minimum, maximum } = paymentLimits[currency];
  const monthMinor = pace === null ? null : roundUp(pace);
  const [from, to] = [minimum, maximum].map((amountMinor) => formatMoney({ amountMinor, currency }));
  const amountMinor = parseAmount(values.amountMinor ?? '', currency);

  const create = onSubmit(async (body) => {
    const payment = await call(createPayment, {
      headers: { 'idempotency-key': idempotencyKeyFor('payment', body) },
      body,
    });
    refreshMoney();
    const address = externalUrl(payment.confirmationUrl);
    if (address) return redirectToCheckout(address);
    clearIdempotencyKey('payment');
    await navigate({ to: '/payments/$id', params: { id: payment.id } });
  });

  const { onChange: _, ...amount } = text('amountMinor');
  return (
    <form {...create} className={classes.form}>
      <Card>
        <div className={classes.fields}>
          <AmountInput
            {...amount}
            currency={currency}
            hint={`От ${from} до ${to}`}
            onType={(typed) => set('amountMinor', typed)}
          />
          <AmountChoices
            value={values.amountMinor ?? ''}
            currency={currency}
            monthMinor={monthMinor !== null && monthMinor >= minimum && monthMinor <= maximum ? monthMinor : null}
            onChoose={(chosen) => set('amountMinor', chosen)}
          />
          {currencies.length > 1 && (
            <SelectField label="Валюта" data={currencies.map(optionOf)} {...text('currency')} />
          )}
          <MethodCards value={values.method ?? ''} onChange={(method) => set('method', method)} />
          <TextField
            label="Назначение"
            description="Можно не заполнять"
            {...text('description')}
            autoComplete="off"
            maxLength={128}
          />
        </div>
      </Card>
      <PaymentSummary amountMinor={amountMinor} currency={currency} monthMinor={pace}>
        <FormFailure failure={failure} />
        <SubmitButton isPending={isPending}>
          {amountMinor ? `Оплатить ${formatMoney({ amountMinor, currency })}` : 'Оплатить'}
        </SubmitButton>
      </PaymentSummary>
    </form>
  );
}

/** Up to a hundred: a suggestion, not a bill. */
function roundUp(amountMinor: number): number {
  return Math.ceil(amountMinor / 100_00) * 100_00;
}
