import type { Profile } from '@kazna/contract/cabinet/profile';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { NotificationList } from '../parts/notification-list.tsx';
import { latestNotificationsQuery, markRead } from '../queries/notifications.ts';
import { EnvelopeDrawing } from '../ui/drawings.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { asProblem } from '../ui/feedback/problem.ts';
import { SkeletonText } from '../ui/feedback/skeleton-line.tsx';
import { InfoIcon } from '../ui/visitor-icons.tsx';
import { AnnouncementText } from './announcement-strip.tsx';
import classes from './bell-content.module.css';

export function BellContent({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>Уведомления</h2>
        {profile.unreadNotifications > 0 && (
          <button type="button" className={classes.action} onClick={() => void markRead(client, { all: true })}>
            Прочитать все
          </button>
        )}
      </div>
      <div className={classes.list}>
        {profile.announcements.length > 0 && (
          <ul className={classes.announcements} aria-label="Объявления">
            {profile.announcements.map((announcement) => (
              <li key={announcement.id}>
                <InfoIcon />
                <AnnouncementText announcement={announcement} />
              </li>
            ))}
          </ul>
        )}
        <Latest hasOrganizations={profile.memberships.length > 1} onOpen={onClose} />
      </div>
      <Link to="/notifications" className={classes.all} onClick={onClose} data-autofocus>
        Все уведомления
      </Link>
    </>
  );
}

function Latest({ hasOrganizations, onOpen }: { hasOrganizations: boolean; onOpen: () => void }) {
  const { data, error, refetch } = useQuery(latestNotificationsQuery());
  if (data && data.length > 0)
    return <NotificationList items={data} hasOrganizations={hasOrganizations} onOpen={onOpen} />;
  if (data)
    return (
      <Empty drawing={<EnvelopeDrawing />} title="Уведомлений пока нет">
        Здесь появится то, что случится с вашими деньгами, документами и организациями.
      </Empty>
    );
  if (error)
    return (
      <p className={classes.note} role="alert">
        Уведомления не загрузились. {asProblem(error).detail}{' '}
        <button type="button" className={classes.action} onClick={() => void refetch()}>
          Повторить
        </button>
      </p>
    );
  return (
    <div className={classes.note}>
      <SkeletonText lines={4} />
    </div>
  );
}
