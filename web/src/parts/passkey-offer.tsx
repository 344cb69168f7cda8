import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { profileQuery } from '../queries/profile.ts';
import { ConfirmDialog } from '../ui/dialogs/dialog.tsx';
import { showToast } from '../ui/feedback/toasts.tsx';

const declinedKey = 'passkey-offer-declined';
const restMs = 90 * 24 * 60 * 60 * 1000;

/** Offers a passkey after a sign-in by password, where the device can verify the person. Declined, it rests for 90 days. */
export function PasskeyOffer() {
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    if (sessionStorage.getItem('passkey-offer') === null) return;
    sessionStorage.removeItem('passkey-offer');
    if (Date.now() - Number(localStorage.getItem(declinedKey)) < restMs) return;
    void canCreate().then(setIsOpen);
  }, []);

  async function add() {
    const { addPasskey } = await import('./passkeys.ts');
    if (!(await addPasskey(undefined))) return;
    await queryClient.invalidateQueries({ queryKey: profileQuery().queryKey });
    showToast({ kind: 'success', message: 'Ключ доступа добавлен', detail: 'В следующий раз войдите им без пароля.' });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={() => {
        localStorage.setItem(declinedKey, String(Date.now()));
        setIsOpen(false);
      }}
      title="Входить без пароля?"
      action="Добавить ключ доступа"
      cancelLabel="Не сейчас"
      onConfirm={add}
    >
      <p>
        Ключ доступа заменяет пароль и код: вход подтвердят отпечаток, лицо или PIN этого устройства. Его нельзя
        подобрать или выманить, и он хранится только у вас.
      </p>
    </ConfirmDialog>
  );
}

async function canCreate(): Promise<boolean> {
  if (typeof PublicKeyCredential !== 'function') return false;
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
}
