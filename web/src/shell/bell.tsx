import type { Profile } from '@kazna/contract/cabinet/profile';
import { Popover } from '../ui/dialogs/popover.tsx';
import { useLoaded } from '../ui/dialogs/use-dialog.ts';
import classes from './bell.module.css';
import { Hint } from './hint.tsx';
import { BellIcon } from './shell-icons.tsx';
import { useBellNews } from './use-bell-news.ts';

interface BellProps {
  profile: Profile | undefined;
  isCollapsed?: boolean;
}

const loadContent = () => import('./bell-content.tsx').then((file) => file.BellContent);

/** How many are unread comes with the profile; the list is loaded when it is opened. */
export function Bell({ profile, isCollapsed = false }: BellProps) {
  const unread = profile?.unreadNotifications ?? 0;
  const news = useBellNews(profile && unread);
  const shown = unread > 99 ? '99+' : String(unread);
  const icon = (
    <>
      <BellIcon />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {shown}
        </span>
      )}
    </>
  );
  return (
    <>
      <Popover
        label="Уведомления"
        className={classes.popover}
        button={{
          className: classes.bell,
          content: icon,
          label: unread > 0 ? `Уведомления, непрочитанных: ${shown}` : 'Уведомления',
          wrap: (button) => (
            <Hint label="Уведомления" isShown={isCollapsed}>
              {button}
            </Hint>
          ),
        }}
      >
        {(close) => <OnDemand profile={profile} onClose={close} />}
      </Popover>
      <span className={classes.news} role="status">
        {news}
      </span>
    </>
  );
}

function OnDemand({ profile, onClose }: { profile: Profile | undefined; onClose: () => void }) {
  const Content = useLoaded(true, loadContent, onClose);
  return <div className={classes.content}>{Content && profile && <Content profile={profile} onClose={onClose} />}</div>;
}
