import type { Profile } from '@kazna/contract/cabinet/profile';
import type { Session } from '@kazna/contract/cabinet/sessions';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { QueryFailure } from '../../ui/page.tsx';
import { sessionsQuery } from './queries.ts';
import { Section } from './section.tsx';
import { SessionList } from './session-list.tsx';

export function SessionsSection({ profile }: { profile: Profile | undefined }) {
  const { data, error, refetch } = useQuery(sessionsQuery());
  const [toEnd, setToEnd] = useState<Session>();
  const { Dialog, isOpen, onClose, open } = useDialog(() =>
    import('./end-sessions-dialog.tsx').then(({ EndSessionsDialog }) => EndSessionsDialog),
  );
  const hasOthers = data?.items.some(({ isCurrent }) => !isCurrent) ?? false;

  function ask(session?: Session) {
    setToEnd(session);
    open();
  }

  return (
    <Section
      id="sessions"
      explanation="Где вы вошли. Если устройство вам незнакомо, завершите его сеанс и смените пароль."
    >
      {error && !data ? (
        <QueryFailure what="Сеансы не загрузились" error={error} onRetry={() => void refetch()} />
      ) : (
        <SessionList sessions={data?.items} timezone={profile?.timezone} onEnd={ask} />
      )}
      {hasOthers && <Button onClick={() => ask()}>Завершить все остальные</Button>}
      {Dialog && <Dialog session={toEnd} isOpen={isOpen} onClose={onClose} />}
    </Section>
  );
}
