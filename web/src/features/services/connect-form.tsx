import { type PaymentMethod, paymentLimits } from '@kazna/contract/cabinet/create-payment-form';
import {
  type CatalogueService,
  type CatalogueTariff,
  type Subscribing,
  subscribe,
} from '@kazna/contract/cabinet/services';
import { quoted } from '@kazna/contract/shared/quoted';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import type { FormOrganization } from '../../parts/form-organization.tsx';
import { PayingMethod, useSavedCards } from '../../parts/paying/paying-method.tsx';
import classes from '../../parts/paying/summary.module.css';
import { usePay } from '../../parts/paying/use-pay.ts';
import { refreshSubscriptions } from '../../queries/services.ts';
import { asProblem } from '../../ui/feedback/problem.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { sendIdempotently } from '../../ui/forms/idempotency-key.ts';
import { useAction } from '../../ui/forms/use-action.ts';
import { Card, QueryFailure } from '../../ui/page.tsx';
import { BillLines } from './bill-lines.tsx';
import { TariffPrice, Terms } from './catalogue.tsx';
import own from './connect-form.module.css';
import { ConnectSummary, nextText, TooMuchAtOnce } from './connect-summary.tsx';
import { QuantityField, readQuantity } from './quantity-field.tsx';
import { subscribingQuery } from './queries.ts';

interface ConnectFormProps {
  service: CatalogueService;
  tariff: CatalogueTariff;
  organizationId: string | undefined;
  organization: FormOrganization;
  canConnect: boolean;
}

/** Connects from the balance; where it is short, the same form pays what lacks, and the payment connects. */
export function ConnectForm({ service, tariff, organizationId, organization, canConnect }: ConnectFormProps) {
  const navigate = useNavigate();
  const pay = usePay();
  const saving = useSavedCards(true);
  const [method, setMethod] = useState<PaymentMethod>('card');
  const [typed, setTyped] = useState('1');
  const hasSeats = tariff.maxQuantity > 1;
  const quantity = readQuantity(typed, tariff.maxQuantity);
  const form = hasSeats ? { tariffId: tariff.id, quantity: quantity ?? 1 } : { tariffId: tariff.id };
  const preview = useQuery(subscribingQuery(organizationId, form, quantity !== null));
  const bill = quantity === null ? undefined : preview.data;
  const payingMinor = bill ? toPay(bill) : 0;
  const isTooMuch = bill !== undefined && payingMinor > paymentLimits[bill.currency].maximum;

  const { failure, isPending, run } = useAction(async () => {
    if (!bill || preview.isPlaceholderData || isTooMuch) return;
    try {
      organization.requireSame();
      if (payingMinor > 0) {
        const { currency } = bill;
        const description = `${service.name}, ${tariff.name}`.slice(0, 128);
        const body = { amountMinor: payingMinor, currency, method, description, subscribe: form };
        return await pay({ ...body, ...saving.bodyOf(method) });
      }
      const body = { ...form, expectedTotalMinor: bill.totalMinor, expectedVersionId: tariff.versionId };
      const { id } = await sendIdempotently('subscription', body, (headers) => call(subscribe, { headers, body }));
      showToast({
        kind: 'success',
        message: 'Услуга подключена',
        detail: `${service.name}, тариф ${quoted(tariff.name)}`,
      });
      await Promise.all([refreshSubscriptions(), navigate({ to: '/services/$id', params: { id } })]);
    } catch (reason) {
      // The balance or the price may have changed meanwhile: the form then shows what lacks now.
      void preview.refetch();
      if (asProblem(reason).code === 'terms_changed') void refreshSubscriptions();
      throw reason;
    }
  });

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        run();
      }}
    >
      <Card>
        <div className={own.fields}>
          <div className={own.tariff}>
            <TariffPrice tariff={tariff} />
            <Terms tariff={tariff} unit={service.unit} />
          </div>
          {hasSeats && <QuantityField unit={service.unit} max={tariff.maxQuantity} value={typed} onChange={setTyped} />}
          {preview.error && !preview.data ? (
            <QueryFailure
              what="Не удалось посчитать, сколько спишем"
              error={preview.error}
              onRetry={() => void preview.refetch()}
            />
          ) : (
            <div>
              <BillLines bill={bill} title="Спишем сейчас" isOutdated={preview.isPlaceholderData} />
              <p className={own.next}>{bill && nextText(bill)}</p>
            </div>
          )}
          {bill && payingMinor > 0 && !isTooMuch && (
            <PayingMethod
              method={method}
              saving={saving}
              onChange={(chosen) => chosen !== 'invoice' && setMethod(chosen)}
            />
          )}
          {bill && isTooMuch && <TooMuchAtOnce missingMinor={payingMinor} currency={bill.currency} />}
        </div>
      </Card>
      <ConnectSummary
        bill={bill}
        payingMinor={payingMinor}
        isSavedCard={saving.cardId !== null && method === 'card'}
        failure={failure}
        isPending={isPending}
        question={organization.question}
        isDisabled={!canConnect || quantity === null || isTooMuch}
      />
    </form>
  );
}

/** The payment for the tariff: the missing amount, or the least that can be paid. */
export function toPay({ missingMinor, currency }: Pick<Subscribing, 'missingMinor' | 'currency'>): number {
  return missingMinor > 0 ? Math.max(missingMinor, paymentLimits[currency].minimum) : 0;
}
