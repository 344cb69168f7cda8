import { cardCapForm, defaultCardCaps, savePaymentMethod } from '@kazna/contract/cabinet/payment-methods';
import { type Currency, currencySign } from '@kazna/contract/shared/money';
import { call } from '../../../api/client.ts';
import { externalUrl } from '../../../format/external-url.ts';
import dialog from '../../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx';
import { useContractForm } from '../../../ui/forms/form.ts';
import { FormFailure } from '../../../ui/forms/form-footer.tsx';
import { AmountField, currencyIn, formatTypedAmount, withTypedAmount } from '../../../ui/forms/typed-amount.tsx';
import { LinkAnchor } from '../../../ui/links.tsx';

const schema = withTypedAmount(cardCapForm, currencyIn);

interface SaveCardDialogProps {
  isOpen: boolean;
  onClose: () => void;
  currency: Currency;
}

/** The consent to be charged comes with its cap, before the provider's page. */
export function SaveCardDialog({ isOpen, onClose, currency }: SaveCardDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Сохранить карту" width={480}>
      <CapForm currency={currency} onClose={onClose} />
    </Dialog>
  );
}

function CapForm({ currency, onClose }: Omit<SaveCardDialogProps, 'isOpen'>) {
  const amountMinor = formatTypedAmount({ amountMinor: defaultCardCaps[currency], currency });
  const { form, text, failure, isPending } = useContractForm(schema, { amountMinor, currency });
  const onSubmit = form(async (cap) => {
    const { confirmationUrl } = await call(savePaymentMethod, { body: { cap } });
    const address = externalUrl(confirmationUrl);
    if (address) location.assign(address);
  });
  return (
    <form {...onSubmit}>
      <div className={dialog.text}>
        <p>
          Без вас с карты можно будет списывать только по правилу автопополнения, на которое вы согласились. Задайте
          предел на календарный месяц: менять его сможете только вы.
        </p>
        <p>
          Сохраняя карту, вы даёте{' '}
          <LinkAnchor to="/info/consents/$document" params={{ document: 'automatic-charges' }}>
            согласие на автоматические списания
          </LinkAnchor>
          . Отозвать его можно в профиле.
        </p>
      </div>
      <AmountField
        label="Не больше за месяц"
        rightSection={<span aria-hidden="true">{currencySign(currency)}</span>}
        data-autofocus
        {...text('amountMinor')}
      />
      <FormFailure failure={failure} />
      <DialogActions action="Перейти к вводу карты" onCancel={onClose} isPending={isPending} takesFocus="never" />
    </form>
  );
}
