import {
  type AccountantAddress,
  getAccountantAddress,
  removeAccountantAddress,
  setAccountantAddress,
} from '@kazna/contract/cabinet/accountant-letters';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../queries/keys.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { EmailField } from '../../ui/forms/fields.tsx';
import { useContractForm } from '../../ui/forms/form.ts';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { QueryFailure } from '../../ui/page.tsx';

export function accountantQuery() {
  return queryOptions({
    queryKey: keys.accountantAddress,
    queryFn: ({ signal }) => call(getAccountantAddress, {}, signal),
  });
}

const show = (address: AccountantAddress) => queryClient.setQueryData(accountantQuery().queryKey, address);

export function AccountantLettersDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Документы бухгалтеру каждый месяц">
      <AccountantLetters onClose={onClose} />
    </Dialog>
  );
}

function AccountantLetters({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(accountantQuery());
  if (error && !data) return <QueryFailure what="Адрес не загрузился" error={error} onRetry={() => void refetch()} />;
  return data ? <AddressForm key={data.email} address={data} onClose={onClose} /> : <SkeletonText lines={4} />;
}

function AddressForm({ address, onClose }: { address: AccountantAddress; onClose: () => void }) {
  const { form, text, failure, isPending } = useContractForm(setAccountantAddress.body, { email: address.email ?? '' });
  const save = form(async (body) => {
    const saved = await call(setAccountantAddress, { body });
    show(saved);
    const detail = saved.isConfirmed ? body.email : `На ${body.email} ушло письмо с просьбой подтвердить адрес.`;
    showToast({ kind: 'success', message: 'Адрес сохранён', detail });
    onClose();
  });
  const removal = useAction(async () => {
    await call(removeAccountantAddress);
    show({ email: null, isConfirmed: false });
    showToast({ kind: 'success', message: 'Документы больше не отправляем' });
    onClose();
  });
  return (
    <form {...save}>
      <div className={dialog.text}>
        <p>
          Когда документы месяца готовы, пришлём их одним письмом с файлами PDF. Сначала адресат подтвердит адрес, и
          отказаться он сможет из любого письма.
        </p>
        {address.email && (
          <p role="status">
            {address.isConfirmed
              ? `Документы получает ${address.email}.`
              : `${address.email} ещё не подтвердил адрес. Можно отправить письмо ещё раз.`}
          </p>
        )}
      </div>
      <EmailField data-autofocus autoComplete="off" {...text('email')} />
      <FormFailure failure={failure ?? removal.failure} />
      {address.email && (
        <Button variant="subtle" aria-busy={removal.isPending} onClick={removal.run}>
          Не отправлять
        </Button>
      )}
      <DialogActions
        action="Сохранить"
        onCancel={onClose}
        isPending={isPending || removal.isPending}
        takesFocus="never"
      />
    </form>
  );
}
