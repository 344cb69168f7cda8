import { cancelEmailChange, type Profile, resendEmailChange } from '@kazna/contract/cabinet/profile';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { ResendLetter } from '../../parts/resend-letter.tsx';
import { profileQuery } from '../../queries/profile.ts';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { asProblem } from '../../ui/feedback/problem.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { showToast } from '../../ui/feedback/toasts.tsx';
import { LetterIcon } from '../../ui/icons.tsx';
import classes from './email-section.module.css';
import { BusyButton, Section } from './section.tsx';

export function EmailSection({ profile }: { profile: Profile | undefined }) {
  const { Dialog, isOpen, onClose, open } = useDialog(() =>
    import('./email-dialog.tsx').then(({ EmailDialog }) => EmailDialog),
  );
  const [sentTo, setSentTo] = useState<string>();
  const changeButton = useRef<HTMLButtonElement>(null);
  return (
    <Section
      id="email"
      explanation="С этим адресом вы входите, на него приходят письма."
      fact={profile ? <strong>{profile.email}</strong> : <SkeletonLine width={220} />}
      action={
        <Button ref={changeButton} onClick={open}>
          Изменить e-mail
        </Button>
      }
    >
      {profile?.pendingEmail && (
        <PendingEmail
          key={profile.pendingEmail}
          profile={profile}
          address={profile.pendingEmail}
          hasJustSent={sentTo === profile.pendingEmail}
          // The pressed button disappears, so the focus is moved explicitly.
          onCancelled={() => changeButton.current?.focus()}
        />
      )}
      {Dialog && profile && <Dialog email={profile.email} isOpen={isOpen} onClose={onClose} onSent={setSentTo} />}
    </Section>
  );
}

interface PendingEmailProps {
  profile: Profile;
  address: string;
  /** The first e-mail was just sent. */
  hasJustSent: boolean;
  onCancelled: () => void;
}

function PendingEmail({ profile, address, hasJustSent, onCancelled }: PendingEmailProps) {
  const queryClient = useQueryClient();
  const [isCancelling, setIsCancelling] = useState(false);
  const renew = () => queryClient.invalidateQueries(profileQuery());

  async function resend() {
    try {
      await call(resendEmailChange);
    } catch (reason) {
      // Confirmed or canceled in another tab: refetch to hide this.
      void renew();
      throw reason;
    }
  }

  async function cancel() {
    if (isCancelling) return;
    setIsCancelling(true);
    try {
      await call(cancelEmailChange);
      onCancelled();
      await renew();
      showToast({ kind: 'success', message: 'Смена e-mail отменена', detail: `Ваш адрес: ${profile.email}` });
    } catch (reason) {
      showToast({ kind: 'error', message: 'Отменить не получилось', detail: asProblem(reason).detail });
    } finally {
      setIsCancelling(false);
    }
  }

  return (
    <div className={classes.pending}>
      <LetterIcon />
      <div>
        <p className={classes.what}>Ждём подтверждения: {address}</p>
        <p>Откройте письмо на этом адресе и перейдите по ссылке. До этого входите с прежним адресом.</p>
        <p>Письма нет? Загляните в папку «Спам» или отправьте его ещё раз.</p>
        <ResendLetter
          send={resend}
          hasJustSent={hasJustSent}
          beside={
            <BusyButton variant="subtle" isBusy={isCancelling} onClick={() => void cancel()}>
              Отменить смену
            </BusyButton>
          }
        >
          Отправить ещё раз
        </ResendLetter>
      </div>
    </div>
  );
}
