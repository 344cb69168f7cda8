import type { Notification } from '@kazna/contract/cabinet/notifications';
import { groupThousands } from '@kazna/contract/shared/money';
import { Moment } from './moment.tsx';
import { NotificationLink } from './notification-link.tsx';
import classes from './notification-list.module.css';

interface NotificationListProps {
  items: readonly Notification[];
  /** Named where a person belongs to several. */
  hasOrganizations: boolean;
  /** With the sentence under the title. */
  isDetailed?: boolean;
  onOpen?: () => void;
}

export function NotificationList({ items, hasOrganizations, isDetailed, onOpen }: NotificationListProps) {
  return (
    <ul className={classes.list} data-detailed={isDetailed || undefined}>
      {items.map((item) => (
        <li key={item.id} className={classes.item} data-unread={!item.isRead || undefined}>
          <div className={classes.words}>
            <NotificationLink notification={item} className={classes.title} onOpen={onOpen}>
              {!item.isRead && <span className={classes.hidden}>Не прочитано. </span>}
              {item.title}
            </NotificationLink>
            {isDetailed && <p className={classes.text}>{item.text}</p>}
            <p className={classes.about}>
              {hasOrganizations && item.organizationName && <span>{item.organizationName}</span>}
              <Moment at={item.createdAt} />
              {item.foldedCount > 0 && <span>и ещё {groupThousands(item.foldedCount)} за этот час</span>}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
