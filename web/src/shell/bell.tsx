import type { Profile } from '@kazna/contract/cabinet/profile';
import { useEffect, useRef, useState } from 'react';
import { Popover } from '../ui/dialogs/popover.tsx';
import { useLoaded } from '../ui/dialogs/use-dialog.ts';
import classes from './bell.module.css';
import { Hint } from './hint.tsx';
import { BellIcon } from './shell-icons.tsx';

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

const minPauseMs = 30_000;

/** A sentence for screen readers when more is unread than before, and not more often than twice a minute. */
function useBellNews(unread: number | undefined): string {
  const known = useRef<number>(undefined);
  const spokenAt = useRef(Number.NEGATIVE_INFINITY);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (unread === undefined) return;
    const before = known.current;
    known.current = unread;
    const now = performance.now();
    if (before === undefined || unread <= before || now - spokenAt.current < minPauseMs) return;
    spokenAt.current = now;
    setNews(`Новое уведомление, непрочитанных: ${unread}`);
  }, [unread]);
  return news;
}
