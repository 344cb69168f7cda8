import type { Session } from '@kazna/contract/cabinet/sessions';
import { Button } from '@mantine/core';
import { formatDateTime, formatRecentTime } from '../../format/date.ts';
import { SkeletonLine } from '../../ui/feedback/skeleton-line.tsx';
import { StatusMark } from '../../ui/feedback/status-mark.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import classes from './session-list.module.css';

interface SessionListProps {
  /** Undefined while loading. */
  sessions: Session[] | undefined;
  timezone: string | undefined;
  onEnd: (session: Session) => void;
}

export function SessionList({ sessions, timezone, onEnd }: SessionListProps) {
  if (!sessions) return <SessionsSkeleton />;
  return (
    <ul className={classes.list}>
      {sessions.map((session) => (
        <li key={session.id} className={classes.session}>
          <div className={classes.words}>
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
        <div className={classes.words}>
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
