import type { Profile } from '@kazna/contract/cabinet/profile';
import { Button } from '@mantine/core';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { Section } from './section.tsx';

export function PasswordSection({ profile }: { profile: Profile | undefined }) {
  const { Dialog, isOpen, onClose, open } = useDialog(() =>
    import('./password-dialog.tsx').then(({ PasswordDialog }) => PasswordDialog),
  );
  return (
    <Section
      id="password"
      explanation="После смены пароля остальные сеансы завершатся."
      action={<Button onClick={open}>Сменить пароль</Button>}
    >
      {Dialog && profile && <Dialog email={profile.email} isOpen={isOpen} onClose={onClose} />}
    </Section>
  );
}
