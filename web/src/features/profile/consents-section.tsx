import type { Profile } from '@kazna/contract/cabinet/profile';
import { Button } from '@mantine/core';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { Section } from './section.tsx';

export function ConsentsSection({ profile }: { profile: Profile | undefined }) {
  const { Dialog, isOpen, onClose, open } = useDialog(() =>
    import('./consents-dialog.tsx').then(({ ConsentsDialog }) => ConsentsDialog),
  );
  return (
    <Section
      id="consents"
      explanation="Какие тексты вы приняли и когда. Рекламу и автоматические списания можно запретить."
      action={
        <Button disabled={!profile} onClick={open}>
          Посмотреть
        </Button>
      }
    >
      {Dialog && profile && <Dialog timezone={profile.timezone} isOpen={isOpen} onClose={onClose} />}
    </Section>
  );
}
