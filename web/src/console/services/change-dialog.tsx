import type { AdminService } from '@kazna/contract/admin/services';
import { changeFor, previewChangeFor } from '@kazna/contract/admin/subscriptions';
import { type ChangeForm, changeForm } from '@kazna/contract/shared/tariffs';
import { check } from '@kazna/contract/shared/validation';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { asProblem } from '../../ui/feedback/problem.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { toInput, useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { ReasonField } from '../reason-dialog.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { BillPreview } from './bill-preview.tsx';
import { useDebounced } from './example-bill.tsx';
import { catalogueQuery, type SubscriptionDetailsData } from './queries.ts';
import { currentVersion, versionPrice } from './tariff-labels.tsx';

interface ChangeDialogProps {
  isOpen: boolean;
  onClose: () => void;
  subscription: SubscriptionDetailsData;
}

export function ChangeDialog({ isOpen, onClose, subscription }: ChangeDialogProps) {
  const title = `Изменить «${subscription.service.name}»: ${subscription.organization.name}`;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} width={560}>
      <ChangeFields onClose={onClose} subscription={subscription} />
    </Dialog>
  );
}

function ChangeFields({ onClose, subscription }: Omit<ChangeDialogProps, 'isOpen'>) {
  const { id: subscriptionId, tariff, quantity, organization, service } = subscription;
  const { data: catalogue } = useQuery(catalogueQuery());
  const tariffs = tariffsFor(
    catalogue?.find(({ id }) => id === service.id),
    subscription,
  );
  const { form, text, values, failure, isPending } = useContractForm(filledChangeForm, {
    tariffId: tariff.id,
    quantity: String(quantity),
    reason: '',
  });
  const maxQuantity = tariffs.find(({ id }) => id === values.tariffId)?.maxQuantity ?? subscription.terms.maxQuantity;
  const change = changeIn(values, subscription, maxQuantity);
  const preview = useQuery(changePreviewQuery(subscriptionId, change, useDebounced(JSON.stringify(change ?? null))));
  const save = form(async ({ reason }) => {
    if (!change) throw asNothingToChange;
    const bill = preview.isPlaceholderData ? undefined : preview.data;
    const expected = bill && { expectedTotalMinor: bill.totalMinor, expectedVersionId: bill.versionId };
    await callConfirmed(changeFor, { params: { subscriptionId }, body: { ...change, ...expected, reason } });
    showToast({ kind: 'success', message: 'Подписка изменена', detail: organization.name });
    onClose();
    void refreshAdmin();
  });
  return (
    <form {...save}>
      <SelectField
        label="Тариф"
        {...text('tariffId')}
        data={tariffs.map(({ id, label }) => ({ value: id, label }))}
        data-autofocus
      />
      {maxQuantity > 1 && (
        <TextField
          label={`Количество, ${service.unit}`}
          description={`От 1 до ${maxQuantity.toLocaleString('ru')}`}
          {...text('quantity')}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      {change && (
        <BillPreview
          bill={preview.data}
          isOutdated={preview.isPlaceholderData || preview.isFetching}
          problem={preview.error ? asProblem(preview.error).detail : undefined}
        />
      )}
      <ReasonField isSeenByOwner {...text('reason')} />
      <FormFailure failure={failure} />
      <DialogActions action="Изменить подписку" onCancel={onClose} isPending={isPending} takesFocus="never" />
    </form>
  );
}

const asNothingToChange = { detail: 'Такие условия уже действуют. Выберите другой тариф или количество.' };

interface TariffChoice {
  id: string;
  label: string;
  maxQuantity: number;
}

/** Open tariffs of the service, hidden ones too, and the subscription's own, which may be closed. */
function tariffsFor(service: AdminService | undefined, { tariff, terms }: SubscriptionDetailsData): TariffChoice[] {
  const own = { id: tariff.id, label: `${tariff.name}, сейчас`, maxQuantity: terms.maxQuantity };
  const others = (service?.tariffs ?? []).filter(({ id, isClosed }) => !isClosed && id !== tariff.id);
  return [
    own,
    ...others.map((one) => {
      const version = currentVersion(one);
      const label = `${one.name}, ${versionPrice(version)}${one.isVisible ? '' : ' (скрыт)'}`;
      return { id: one.id, label, maxQuantity: version?.maxQuantity ?? 1 };
    }),
  ];
}

/**
 * Returns only what differs; undefined where nothing does or the quantity is malformed. A tariff without seats has no
 * field for them, and takes one.
 */
export function changeIn(
  { quantity: seats, ...values }: Record<string, string>,
  { tariff, quantity }: Pick<SubscriptionDetailsData, 'tariff' | 'quantity'>,
  maxQuantity: number,
): ChangeForm | undefined {
  const chosen = { ...values, quantity: maxQuantity === 1 ? '1' : (seats ?? '') };
  const typed = check(filledChangeForm, { ...toInput(chosen), reason: 'preview' }).data;
  if (!typed) return;
  const change = {
    ...(typed.tariffId !== tariff.id && { tariffId: typed.tariffId }),
    ...(typed.quantity !== quantity && { quantity: typed.quantity }),
  };
  return Object.keys(change).length > 0 ? (change as ChangeForm) : undefined;
}

const read = ({ quantity, ...rest }: Record<string, unknown>) =>
  ({ ...rest, quantity: /^\d{1,9}$/.test(String(quantity)) ? Number(quantity) : quantity }) as z.input<
    typeof changeFor.body
  >;

const filledChangeForm = z.pipe(z.transform(read), changeFor.body);

function changePreviewQuery(subscriptionId: string, change: ChangeForm | undefined, settled: string) {
  return queryOptions({
    queryKey: ['admin', 'subscription', subscriptionId, 'change', settled],
    queryFn: () =>
      call(previewChangeFor, { params: { subscriptionId }, body: z.parse(changeForm, JSON.parse(settled)) }),
    enabled: change !== undefined && settled === JSON.stringify(change),
    placeholderData: keepPreviousData,
  });
}
