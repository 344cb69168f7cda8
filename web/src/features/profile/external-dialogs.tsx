import {
  type ExternalLink,
  type ExternalProviderId,
  removeExternalLink,
  startExternalLink,
} from '@kazna/contract/cabinet/external-sign-in';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { externalUrl } from '../../format/external-url.ts';
import { callConfirmed } from '../../parts/confirmed-call.ts';
import { IdentityDialog } from '../../parts/identity-dialog.tsx';
import { keys } from '../../queries/keys.ts';
import { profileQuery } from '../../queries/profile.ts';
import { readExternalProviders } from '../../session/external-providers.ts';
import { ConfirmDialog, Dialog } from '../../ui/dialogs/dialog.tsx';
import type { OpenProps } from '../../ui/dialogs/use-dialog.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { FormFailure } from '../../ui/forms/form-footer.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import classes from './dialogs.module.css';

export function LinkDialog({ isOpen, onClose }: OpenProps) {
  const { failure, isPending, run } = useAction(async (provider: string) => {
    const body = { provider: provider as ExternalProviderId };
    const address = externalUrl((await callConfirmed(startExternalLink, { body })).location);
    if (address) location.assign(address);
  });
  return (
    <>
      <Dialog title="Привязать внешний вход" isOpen={isOpen} onClose={onClose}>
        <p className={classes.text}>Откроется страница сервиса. После входа там вы вернётесь сюда.</p>
        <FormFailure failure={failure} />
        <div className={classes.links}>
          {readExternalProviders().map(([id, name]) => (
            <Button
              key={id}
              variant="default"
              fullWidth
              aria-busy={isPending}
              aria-disabled={isPending}
              onClick={() => run(id)}
            >
              {name}
            </Button>
          ))}
        </div>
      </Dialog>
      <IdentityDialog />
    </>
  );
}

export function UnlinkDialog({ link, isOpen, onClose }: OpenProps & { link: ExternalLink }) {
  const queryClient = useQueryClient();

  async function remove() {
    await callConfirmed(removeExternalLink, { params: { linkId: link.id } });
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: profileQuery().queryKey }),
      queryClient.invalidateQueries({ queryKey: keys.externalLinks }),
    ]);
    showToast({ kind: 'success', message: 'Внешний вход отвязан' });
  }

  return (
    <>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={onClose}
        title={`Отвязать ${link.name}?`}
        action="Отвязать"
        isDangerous
        onConfirm={remove}
      >
        <p>Войти через {link.label} больше не получится. Остальные способы входа останутся.</p>
      </ConfirmDialog>
      <IdentityDialog />
    </>
  );
}
