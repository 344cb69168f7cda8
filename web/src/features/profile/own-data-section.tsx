import { exportProfile, type Profile } from '@kazna/contract/cabinet/profile';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { asProblem } from '../../ui/feedback/problem.ts';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { saveFile } from '../../ui/lists/use-file-task.ts';
import classes from './own-data-section.module.css';
import { BusyButton, Section } from './section.tsx';

function useExport() {
  const [isPending, setIsPending] = useState(false);
  async function download() {
    if (isPending) return;
    setIsPending(true);
    try {
      const own = await call(exportProfile);
      const file = new Blob([JSON.stringify(own, null, 2)], { type: 'application/json' });
      saveFile(`kazna-${own.exportedAt.slice(0, 10)}.json`, file);
      showToast({ kind: 'success', message: 'Файл с вашими данными готов', detail: 'Он в папке загрузок.' });
    } catch (reason) {
      showToast({ kind: 'error', message: 'Скачать не получилось', detail: asProblem(reason).detail });
    } finally {
      setIsPending(false);
    }
  }
  return { isPending, download: () => void download() };
}

export function OwnDataSection({ profile }: { profile: Profile | undefined }) {
  const { isPending, download } = useExport();
  const { Dialog, isOpen, onClose, open } = useDialog(() =>
    import('./delete-account-dialog.tsx').then(({ DeleteAccountDialog }) => DeleteAccountDialog),
  );
  return (
    <Section id="data" explanation="Скачайте одним файлом всё, что мы храним о вас, или удалите аккаунт.">
      <div className={classes.actions}>
        <BusyButton isBusy={isPending} onClick={download}>
          Скачать мои данные
        </BusyButton>
        <BusyButton isDangerous onClick={open}>
          Удалить аккаунт
        </BusyButton>
      </div>
      {Dialog && profile && <Dialog profile={profile} isOpen={isOpen} onClose={onClose} />}
    </Section>
  );
}
