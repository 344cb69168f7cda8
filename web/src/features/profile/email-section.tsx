import type { Profile } from '@kazna/contract/profile';
import { Button } from '@mantine/core';
import { LetterIcon } from '../../ui/icons.tsx';
import { SkeletonLine } from '../../ui/skeleton-line.tsx';
import classes from './email-section.module.css';
import { Section } from './section.tsx';
import { useDialog } from './use-dialog.tsx';

export function EmailSection({ profile }: { profile: Profile | undefined }) {
  const { Dialog, isOpen, onClose, open } = useDialog(() =>
    import('./email-dialog.tsx').then(({ EmailDialog }) => EmailDialog),
  );
  return (
    <Section
      id="email"
      explanation="С этим адресом вы входите, на него приходят письма."
      fact={profile ? <strong>{profile.email}</strong> : <SkeletonLine width={220} />}
      action={
        <Button variant="light" onClick={open}>
          Изменить e-mail
        </Button>
      }
    >
      {profile?.pendingEmail && <PendingEmail address={profile.pendingEmail} />}
      {Dialog && profile && <Dialog email={profile.email} isOpen={isOpen} onClose={onClose} />}
    </Section>
  );
}

function PendingEmail({ address }: { address: string }) {
  return (
    <div className={classes.pending}>
      <LetterIcon />
      <div>
        <p className={classes.what}>Ждём подтверждения: {address}</p>
        <p>Откройте письмо на этом адресе и перейдите по ссылке. До этого входите с прежним адресом.</p>
        <p>Письма нет? Загляните в папку «Спам» или укажите адрес ещё раз.</p>
      </div>
    </div>
  );
}
