import type { Notification, NotificationCategory } from '@kazna/contract/cabinet/notifications';
import { groupThousands } from '@kazna/contract/shared/money';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { markRead } from '../queries/notifications.ts';
import { profileQuery } from '../queries/profile.ts';
import { switchOrganization } from '../session/refresh.ts';
import { asProblem } from '../ui/feedback/problem.ts';
import { showToast } from '../ui/feedback/toasts.tsx';
import { Icon, type IconProps } from '../ui/icon.tsx';
import { DocumentIcon, LetterIcon, PeopleIcon, WalletIcon } from '../ui/icons.tsx';
import { WarningIcon } from '../ui/visitor-icons.tsx';
import { Moment } from './moment.tsx';
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
          <CategoryIcon category={item.category} />
          <div className={classes.texts}>
            <NotificationLink notification={item} className={classes.title} onOpen={onOpen}>
              {!item.isRead && <span className={classes.hidden}>Не прочитано. </span>}
              {item.title}
            </NotificationLink>
            {isDetailed && item.text && <p className={classes.text}>{item.text}</p>}
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

const LockIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="5" y="11" width="14" height="9" rx="2" />
    <path d="M8 11V8a4 4 0 0 1 8 0v3" />
  </Icon>
);

const categoryIcons: Record<NotificationCategory, (props: IconProps) => ReactNode> = {
  money: WalletIcon,
  balance: WarningIcon,
  documents: DocumentIcon,
  members: PeopleIcon,
  requests: LetterIcon,
  security: LockIcon,
};

function CategoryIcon({ category }: { category: NotificationCategory }) {
  const Drawn = categoryIcons[category];
  return (
    <span className={classes.icon} data-category={category}>
      <Drawn size={18} />
    </span>
  );
}

interface NotificationLinkProps {
  notification: Notification;
  className: string | undefined;
  onOpen: (() => void) | undefined;
  children: ReactNode;
}

/** Opens the notification's place as a member of its organization, since pages show the active one only. */
function NotificationLink({ notification, className, onOpen, children }: NotificationLinkProps) {
  const client = useQueryClient();
  const router = useRouter();
  const { id, path, organizationId, isRead } = notification;
  if (path === null) return <span className={className}>{children}</span>;

  async function open(to: string) {
    if (!isRead) void markRead(client, { ids: [id] });
    const profile = client.getQueryData(profileQuery().queryKey);
    const isMember = profile?.memberships.some((membership) => membership.organizationId === organizationId);
    try {
      if (organizationId && isMember && organizationId !== profile?.activeOrganizationId)
        await switchOrganization(organizationId);
      router.history.push(to);
    } catch (reason) {
      showToast({ kind: 'error', message: 'Перейти не получилось', detail: asProblem(reason).detail });
    }
  }

  function onClick(event: MouseEvent) {
    // A new tab opens by the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen?.();
    void open(path as string);
  }

  return (
    <a href={path} className={className} onClick={onClick}>
      {children}
    </a>
  );
}
