import { previewSubscribingFor, subscribeFor } from '@kazna/contract/admin/subscriptions';
import { formatMoney } from '@kazna/contract/shared/money';
import { type SubscribeForm, subscribeForm } from '@kazna/contract/shared/subscribe-form';
import { check } from '@kazna/contract/shared/validation';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../../api/client.ts';
import { formatDay } from '../../format/date.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { asProblem } from '../../ui/feedback/problem.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { TextField } from '../../ui/forms/fields.tsx';
import { toInput, useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { sendIdempotently } from '../../ui/forms/idempotency-key.ts';
import { ReasonField } from '../reason-dialog.tsx';
import { refreshAdmin } from '../staff-calls.ts';
import { BillPreview } from './bill-preview.tsx';
import { useDebounced } from './example-bill.tsx';
import { type CustomerProps, catalogueQuery, tariffsIn } from './queries.ts';
import { currentVersion } from './tariff-labels.tsx';
import { TariffSelect } from './tariff-select.tsx';

interface ConnectDialogProps extends CustomerProps {
  isOpen: boolean;
  onClose: () => void;
}

export function ConnectDialog({ isOpen, onClose, organization }: ConnectDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Подключить услугу: ${organization.name}`} width={560}>
      <ConnectFields onClose={onClose} organization={organization} />
    </Dialog>
  );
}

function ConnectFields({ onClose, organization }: Omit<ConnectDialogProps, 'isOpen'>) {
  const { data: catalogue } = useQuery(catalogueQuery());
  const { form, text, values, failure, isPending } = useContractForm(filledConnectForm, {
    tariffId: '',
    quantity: '1',
    reason: '',
  });
  const found = tariffsIn(catalogue ?? []).find(({ tariff }) => tariff.id === values.tariffId);
  const maxQuantity = (found && currentVersion(found.tariff)?.maxQuantity) ?? 1;
  const chosen = chosenIn(values);
  const preview = useQuery(connectPreviewQuery(organization.id, chosen, useDebounced(JSON.stringify(chosen ?? null))));
  const save = form(async (body) => {
    await sendIdempotently('subscription', [organization.id, body], (headers) =>
      callConfirmed(subscribeFor, { params: { organizationId: organization.id }, headers, body }),
    );
    showToast({ kind: 'success', message: 'Услуга подключена', detail: organization.name });
    onClose();
    void refreshAdmin();
  });
  const { nextCharge, trialTo, currency = 'RUB' } = preview.data ?? {};
  return (
    <form {...save}>
      <TariffSelect
        data-autofocus
        label="Тариф"
        description="И те, что клиенты не видят"
        emptyLabel="Выберите тариф"
        catalogue={catalogue ?? []}
        {...text('tariffId')}
      />
      {maxQuantity > 1 && (
        <TextField
          label={`Количество, ${found?.service.unit}`}
          description={`От 1 до ${maxQuantity.toLocaleString('ru')}`}
          {...text('quantity')}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      {chosen && (
        <BillPreview
          bill={preview.data}
          isOutdated={preview.isPlaceholderData || preview.isFetching}
          problem={preview.error ? asProblem(preview.error).detail : undefined}
        >
          {trialTo && <p>Пробный период до {formatDay(trialTo, 'UTC')}.</p>}
          {nextCharge && (
            <p>
              Следующее списание {formatDay(nextCharge.on, 'UTC')}:{' '}
              {formatMoney({ amountMinor: nextCharge.amountMinor, currency })}.
            </p>
          )}
        </BillPreview>
      )}
      <ReasonField isSeenByOwner {...text('reason')} />
      <FormFailure failure={failure} />
      <DialogActions action="Подключить услугу" onCancel={onClose} isPending={isPending} takesFocus="never" />
    </form>
  );
}

/** Undefined until a tariff is chosen, and while the quantity is malformed. */
function chosenIn(values: Record<string, string>): SubscribeForm | undefined {
  return check(subscribeForm, read(toInput(values))).data;
}

const read = ({ quantity, ...rest }: Record<string, unknown>) =>
  ({ ...rest, quantity: /^\d{1,9}$/.test(String(quantity)) ? Number(quantity) : quantity }) as z.input<
    typeof subscribeFor.body
  >;

const filledConnectForm = z.pipe(z.transform(read), subscribeFor.body);

function connectPreviewQuery(organizationId: string, chosen: SubscribeForm | undefined, settled: string) {
  return queryOptions({
    queryKey: ['admin', 'subscribing', organizationId, settled],
    queryFn: () =>
      call(previewSubscribingFor, { params: { organizationId }, body: z.parse(subscribeForm, JSON.parse(settled)) }),
    enabled: chosen !== undefined && settled === JSON.stringify(chosen),
    placeholderData: keepPreviousData,
  });
}
