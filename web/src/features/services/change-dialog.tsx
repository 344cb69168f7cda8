import { type CatalogueTariff, changeSubscription, type SubscriptionDetails } from '@kazna/contract/cabinet/services';
import { formatMoney } from '@kazna/contract/shared/money';
import { quantityText } from '@kazna/contract/shared/quantity';
import type { Bill, ChangeForm } from '@kazna/contract/shared/tariffs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { unitPriceText } from '../../parts/tariff-texts.ts';
import { useActiveOrganization } from '../../queries/profile.ts';
import { refreshSubscriptions } from '../../queries/services.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { asProblem } from '../../ui/feedback/problem.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { ChangePreview } from './change-preview.tsx';
import { MissingMoney } from './missing-money.tsx';
import { QuantityField, readQuantity } from './quantity-field.tsx';
import { changeQuery } from './queries.ts';
import { RadioCards } from './radio-cards.tsx';

interface ChangeFormProps {
  onClose: () => void;
  what: 'tariff' | 'quantity';
  subscription: SubscriptionDetails;
  /** The service's other tariffs. */
  tariffs: readonly CatalogueTariff[];
}

/** Another tariff or quantity: nothing is sent before its lines were shown. */
export function ChangeDialog({ isOpen, ...props }: ChangeFormProps & { isOpen: boolean }) {
  const title = props.what === 'tariff' ? 'Сменить тариф' : 'Изменить количество';
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={`${title}: ${props.subscription.service.name}`} width={560}>
      <ChangeDialogForm {...props} />
    </Dialog>
  );
}

function ChangeDialogForm({ onClose, what, subscription, tariffs }: ChangeFormProps) {
  const { id } = useActiveOrganization();
  const { terms, service, quantity } = subscription;
  const [tariffId, setTariffId] = useState(tariffs.length === 1 ? tariffs[0]?.id : undefined);
  const [typed, setTyped] = useState(String(quantity));
  const tariff = tariffs.find((one) => one.id === tariffId);
  const form =
    what === 'tariff' ? tariffForm(tariff, quantity) : seatsForm(readQuantity(typed, terms.maxQuantity), quantity);
  const [isSent, setIsSent] = useState(false);
  // Once the change is made the server refuses to count it again, and the new balance would ask for that.
  const preview = useQuery({ ...changeQuery(id, subscription, form), ...(isSent && { enabled: false }) });
  const bill = form && preview.data;

  const { failure, isPending, run } = useAction(async () => {
    if (!form || !bill || preview.isPlaceholderData) return;
    setIsSent(true);
    try {
      // The price stands beside the tariff; lines have it only for what is charged today.
      const expectedVersionId = form.tariffId && tariff?.versionId;
      const body = { ...form, expectedTotalMinor: bill.totalMinor, expectedVersionId };
      await call(changeSubscription, { params: { subscriptionId: subscription.id }, body });
    } catch (reason) {
      setIsSent(false);
      // The price, the sum or the balance has changed: the new ones stand above the message.
      if (['terms_changed', 'insufficient_funds'].includes(asProblem(reason).code))
        await Promise.all([preview.refetch(), refreshSubscriptions()]);
      throw reason;
    }
    await refreshSubscriptions();
    showToast({ kind: 'success', message: bill.when === 'now' ? 'Условия изменены' : 'Смена условий назначена' });
    onClose();
  });

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <div className={dialog.text}>
        {what === 'tariff' ? (
          <RadioCards
            label="Новый тариф"
            name="tariff"
            value={tariffId}
            onChange={setTariffId}
            options={tariffs.map((tariff) => ({
              value: tariff.id,
              title: tariff.name,
              hint: unitPriceText(tariff.discount?.priceMinor ?? tariff.priceMinor, tariff, service.unit),
            }))}
          />
        ) : (
          <QuantityField unit={service.unit} max={terms.maxQuantity} value={typed} onChange={setTyped} />
        )}
      </div>
      {what === 'tariff' && form?.quantity !== undefined && (
        <p className={dialog.text}>
          Сейчас у вас {quantityText(quantity, service.unit)}, в новом тарифе будет{' '}
          {quantityText(form.quantity, service.unit)}: больше он не допускает.
        </p>
      )}
      <ChangePreview
        bill={bill}
        isWanted={form !== undefined}
        isOutdated={preview.isPlaceholderData}
        error={preview.error}
        periodEnd={subscription.nextCharge?.on ?? subscription.currentPeriod?.to}
      />
      <FormFailure failure={failure} />
      <MissingMoney bill={bill} />
      <DialogActions action={actionText(bill)} onCancel={onClose} isPending={isPending} takesFocus="never" />
    </form>
  );
}

/** Takes along as many as the tariff allows. Undefined until one is chosen. */
export function tariffForm(
  tariff: Pick<CatalogueTariff, 'id' | 'maxQuantity'> | undefined,
  present: number,
): ChangeForm | undefined {
  if (!tariff) return;
  const { id: tariffId, maxQuantity } = tariff;
  return maxQuantity < present ? { tariffId, quantity: maxQuantity } : { tariffId };
}

/** Undefined until another number than the present one is typed. */
function seatsForm(wanted: number | null, present: number): ChangeForm | undefined {
  return wanted === null || wanted === present ? undefined : { quantity: wanted };
}

function actionText(bill: Bill | undefined): string {
  if (!bill) return 'Изменить';
  if (bill.when === 'period_end') return 'Назначить смену';
  if (bill.totalMinor <= 0) return 'Изменить сейчас';
  return `Изменить за ${formatMoney({ amountMinor: bill.totalMinor, currency: bill.currency })}`;
}
