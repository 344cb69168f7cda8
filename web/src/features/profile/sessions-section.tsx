import type { Profile } from '@kazna/contract/cabinet/profile';
import type { Session } from '@kazna/contract/cabinet/sessions';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, formatRecentTime } from '../../format/date.ts';
import { sessionsQuery } from '../../queries/profile.ts';
import { useDialog } from '../../ui/dialogs/use-dialog.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { QueryFailure } from '../../ui/page.tsx';
import { CheckIcon } from '../../ui/visitor-icons.tsx';
import { Section } from './section.tsx';
import classes from './session-list.module.css';

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

interface SessionListProps {
  /** Undefined while loading. */
  sessions: Session[] | undefined;
  timezone: string | undefined;
  onEnd: (session: Session) => void;
}

function SessionList({ sessions, timezone, onEnd }: SessionListProps) {
  if (!sessions) return <SessionsSkeleton />;
  return (
    <ul className={classes.list}>
      {sessions.map((session) => (
        <li key={session.id} className={classes.session}>
          <div className={classes.text}>
            <p className={classes.device}>{session.device}</p>
            <p className={classes.facts}>
              <span>{session.address}</span>
              <span title={formatDateTime(session.lastUsedAt, timezone)}>
                {session.isCurrent ? 'сейчас' : formatRecentTime(session.lastUsedAt, timezone)}
              </span>
            </p>
          </div>
          {session.isCurrent ? (
            <StatusMark tone="success" icon={<CheckIcon size={16} />}>
              Этот сеанс
            </StatusMark>
          ) : (
            <Button
              variant="default"
              size="sm"
              aria-label={`Завершить сеанс ${session.device}, ${session.address}`}
              onClick={() => onEnd(session)}
            >
              Завершить
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function SessionsSkeleton() {
  return (
    <div className={classes.list} role="status" aria-label="Загружаем">
      <div className={classes.session}>
        <div className={classes.text}>
          <p className={classes.device}>
            <SkeletonLine width={140} />
          </p>
          <p className={classes.facts}>
            <SkeletonLine width={200} />
          </p>
        </div>
      </div>
    </div>
  );
}
