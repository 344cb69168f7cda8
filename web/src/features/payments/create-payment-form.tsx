import { paymentMethodLabels } from '@kazna/contract/cabinet/payment-labels';
import { createPayment, createPaymentForm, paymentLimits, paymentMethods } from '@kazna/contract/cabinet/payments';
import { type Currency, formatMoney, parseAmount } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { externalUrl } from '../../format/external-url.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { infoQuery } from '../../queries/info.ts';
import { TextField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../ui/forms/form-footer.tsx';
import { clearIdempotencyKey, idempotencyKeyFor } from '../../ui/forms/idempotency-key.ts';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { currencyIn, formatTypedAmount, withTypedAmount } from '../../ui/forms/typed-amount.ts';
import { BalanceAfter } from './balance-after.tsx';
import { redirectToCheckout } from './checkout-redirect.ts';
import classes from './create-payment.module.css';
import { refreshMoney } from './queries.ts';

const form = withTypedAmount(createPaymentForm, currencyIn);

const currencyNames = new Intl.DisplayNames('ru', { type: 'currency' });
const optionOf = (code: Currency) => ({ value: code, label: `${code}, ${currencyNames.of(code)}` });
const methodOptions = paymentMethods.map((method) => ({ value: method, label: paymentMethodLabels[method] }));

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
  const { form: onSubmit, text, values, failure, isPending } = useContractForm(form, initialValues(filled));
  const currency = currencyIn(values);
  const { data: info } = useQuery({ ...infoQuery(), staleTime: Number.POSITIVE_INFINITY });
  const currencyOptions = (info?.currencies ?? [currency]).map(optionOf);
  const { minimum, maximum } = paymentLimits[currency];
  const [from, to] = [minimum, maximum].map((amountMinor) => formatMoney({ amountMinor, currency }));

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

  return (
    <form {...create}>
      <div className={classes.amount}>
        <AmountField label="Сумма" description={`От ${from} до ${to}`} {...text('amountMinor')} />
        <SelectField label="Валюта" data={currencyOptions} {...text('currency')} />
      </div>
      <SelectField label="Способ оплаты" data={methodOptions} {...text('method')} />
      <TextField
        label="Назначение"
        description="Можно не заполнять"
        {...text('description')}
        autoComplete="off"
        maxLength={128}
      />
      <BalanceAfter amountMinor={parseAmount(values.amountMinor ?? '', currency)} currency={currency} />
      <FormFailure failure={failure} />
      <SubmitButton isPending={isPending}>Перейти к оплате</SubmitButton>
    </form>
  );
}
