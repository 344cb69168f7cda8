import type { Profile } from '@kazna/contract/cabinet/profile';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { PendingEmail } from './pending-email.tsx';
import { Section } from './section.tsx';

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
