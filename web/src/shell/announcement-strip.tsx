import { dismissAnnouncement } from '@kazna/contract/cabinet/announcements';
import type { Profile } from '@kazna/contract/cabinet/profile';
import { useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { profileQuery } from '../queries/profile.ts';
import { asProblem } from '../ui/feedback/problem.ts';
import { showToast } from '../ui/feedback/toasts.tsx';
import button from '../ui/icon-button.module.css';
import { CloseIcon, InfoIcon } from '../ui/visitor-icons.tsx';
import classes from './announcement-strip.module.css';

type Announcement = Profile['announcements'][number];

/**
 * What the business announces stands above every page. One that comes while a page is shown waits for the next page,
 * because nothing may move.
 */
export function AnnouncementStrip({ profile }: { profile: Profile | undefined }) {
  const page = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const announced = profile?.announcements ?? [];
  const [known, setKnown] = useState({ page, ids: announced.map(({ id }) => id) });
  if (known.page !== page) setKnown({ page, ids: announced.map(({ id }) => id) });
  const dismiss = useDismissal();
  const shown = announced.filter(({ id, isDismissed }) => !isDismissed && known.ids.includes(id));
  if (shown.length === 0) return null;
  return (
    <section className={classes.strips} aria-label="Объявления">
      {shown.map((announcement) => (
        <div key={announcement.id} className={classes.strip}>
          <InfoIcon />
          <AnnouncementText announcement={announcement} />
          <button
            type="button"
            className={`${button.button} ${classes.close}`}
            aria-label="Больше не показывать"
            onClick={() => void dismiss(announcement)}
          >
            <CloseIcon />
          </button>
        </div>
      ))}
    </section>
  );
}

export function AnnouncementText({ announcement: { text, link } }: { announcement: Announcement }) {
  return (
    <p>
      {text} {link && <a href={link}>Подробнее</a>}
    </p>
  );
}

function useDismissal() {
  const client = useQueryClient();
  const mark = (announcementId: string, isDismissed: boolean) =>
    client.setQueryData<Profile>(
      profileQuery().queryKey,
      (profile) =>
        profile && {
          ...profile,
          announcements: profile.announcements.map((one) =>
            one.id === announcementId ? { ...one, isDismissed } : one,
          ),
        },
    );
  return async ({ id }: Announcement) => {
    mark(id, true);
    try {
      await call(dismissAnnouncement, { params: { announcementId: id } });
    } catch (reason) {
      mark(id, false);
      showToast({ kind: 'error', message: 'Объявление не убралось', detail: asProblem(reason).detail });
    }
  };
}
