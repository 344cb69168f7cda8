import { createInvoice } from '@kazna/contract/cabinet/documents';
import { type Currency, formatMoney, parseAmount } from '@kazna/contract/shared/money';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/client.ts';
import { useFormOrganization } from '../../../parts/form-organization.tsx';
import { useMissingAddress } from '../../../parts/missing-address.tsx';
import { useInvoiceOffer } from '../../../parts/paying/invoice-offer.tsx';
import { PayingMethod, useSavedCards } from '../../../parts/paying/paying-method.tsx';
import { usePay } from '../../../parts/paying/use-pay.ts';
import { infoQuery } from '../../../queries/info.ts';
import { balanceQuery } from '../../../queries/money.ts';
import { useActiveOrganization } from '../../../queries/profile.ts';
import { TextField } from '../../../ui/forms/fields.tsx';
import { useContractForm } from '../../../ui/forms/form.ts';
import { FormFailure, SubmitButton } from '../../../ui/forms/form-footer.tsx';
import { sendIdempotently } from '../../../ui/forms/idempotency-key.ts';
import { SelectField } from '../../../ui/forms/select-field.tsx';
import { currencyIn } from '../../../ui/forms/typed-amount.tsx';
import { LinkAnchor } from '../../../ui/links.tsx';
import { Card, Page } from '../../../ui/page.tsx';
import { AmountChoices, AmountInput } from './amount-input.tsx';
import classes from './create-payment.module.css';
import { monthlyPace, PaymentSummary } from './payment-summary.tsx';
import { type Filled, initialValues, limitsOf, limitsText, topUpForm } from './top-up-form.ts';

interface CreatePaymentPageProps {
  amount?: string | undefined;
  currency?: string | undefined;
  method?: string | undefined;
  description?: string | undefined;
}

export function CreatePaymentPage(filled: CreatePaymentPageProps) {
  const { can } = useActiveOrganization();
  return (
    <Page
      title="Пополнение"
      help="top-up"
      action={can('links.manage') && <LinkAnchor to="/payments/links">Ссылки на оплату</LinkAnchor>}
    >
      {/* The key resets the form when «Повторить» opens the page with other values. */}
      <CreatePaymentForm key={JSON.stringify(filled)} filled={filled} />
    </Page>
  );
}

const currencyNames = new Intl.DisplayNames('ru', { type: 'currency' });
const optionOf = (code: Currency) => ({ value: code, label: `${code}, ${currencyNames.of(code)}` });

export function CreatePaymentForm({ filled }: { filled: Filled }) {
  const navigate = useNavigate();
  const pay = usePay();
  const { form: onSubmit, text, set, values, failure, isPending } = useContractForm(topUpForm, initialValues(filled));
  const currency = currencyIn(values);
  const { data: info } = useQuery({ ...infoQuery(), staleTime: Number.POSITIVE_INFINITY });
  const currencies = info?.currencies ?? [currency];
  const { id } = useActiveOrganization();
  const { data: balance } = useQuery(balanceQuery(id));
  const pace = monthlyPace(balance, currency);
  const { method } = values;
  const saving = useSavedCards(filled.method === undefined);
  const isInvoice = method === 'invoice';
  const invoiceOffer = useInvoiceOffer(true);
  const { minimum, maximum } = limitsOf(method, currency);
  const monthMinor = pace === null ? null : roundUp(pace);
  const amountMinor = parseAmount(values.amountMinor ?? '', currency);
  const isForInvoice =
    !isInvoice &&
    invoiceOffer.isOffered &&
    !invoiceOffer.obstacle &&
    currency === 'RUB' &&
    (amountMinor ?? 0) > maximum;

  const address = useMissingAddress(isInvoice);
  const organization = useFormOrganization();
  const create = onSubmit(async (body) => {
    organization.requireSame();
    if (body.method === 'invoice') {
      await address.save();
      organization.requireSame();
      const { method: _, ...invoice } = body;
      const { id } = await sendIdempotently('invoice', invoice, (headers) =>
        call(createInvoice, { headers, body: invoice }),
      );
      return navigate({ to: '/invoices/$id', params: { id } });
    }
    await pay({ ...body, ...saving.bodyOf(body.method) });
  });

  const { onChange: __, ...amount } = text('amountMinor');
  return (
    <form {...create} className={classes.form}>
      <Card>
        <div className={classes.fields}>
          <AmountInput
            {...amount}
            currency={currency}
            hint={
              isForInvoice ? 'Такую сумму можно перевести по счёту: выберите его ниже' : limitsText(method, currency)
            }
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
          <PayingMethod method={method ?? ''} saving={saving} onChange={(chosen) => set('method', chosen)} hasInvoice />
          <TextField
            label={isInvoice ? 'Комментарий' : 'Назначение'}
            description={isInvoice ? 'Появится в счёте. Можно не заполнять' : 'Можно не заполнять'}
            {...text('description')}
            autoComplete="off"
            maxLength={128}
          />
          {address.field}
        </div>
      </Card>
      <PaymentSummary
        amountMinor={amountMinor}
        currency={currency}
        monthMinor={pace}
        isInvoice={isInvoice}
        isSavedCard={saving.cardId !== null}
      >
        <FormFailure failure={failure} />
        {organization.question ?? (
          <SubmitButton isPending={isPending}>
            {isInvoice ? 'Выставить счёт' : payLabel(amountMinor, currency)}
          </SubmitButton>
        )}
      </PaymentSummary>
    </form>
  );
}

function payLabel(amountMinor: number | null, currency: Currency): string {
  return amountMinor ? `Оплатить ${formatMoney({ amountMinor, currency })}` : 'Оплатить';
}

/** Up to a hundred: a suggestion, not a bill. */
function roundUp(amountMinor: number): number {
  return Math.ceil(amountMinor / 100_00) * 100_00;
}
