import { type Topic, topics } from '@kazna/contract/cabinet/events';
import type { Announcement } from '../db/announce.ts';

const keptMs = 60_000;
const maxKept = 50_000;
/** What a request may take on its way. */
const marginMs = 5000;

export interface RecentAnnouncements {
  add(announcement: Announcement, now?: number): void;
  /** Announcements before this moment may be missing. */
  restart(now?: number): void;
  /** Returns the topics announced within the age, all of them when that is not known any more. */
  since(ageMs: number, audience: { userId: string; organizationId: string | null }, now?: number): readonly Topic[];
}

/** The last announcements of each kind, so that a browser that has just loaded a page need not ask for all of it again. */
export function createRecentAnnouncements(): RecentAnnouncements {
  /** By audience and topic, the latest at the end. */
  const announcedAt = new Map<string, number>();
  let completeSince = Number.POSITIVE_INFINITY;
  return {
    add: (announcement, now = performance.now()) => {
      const key = `${'userId' in announcement ? announcement.userId : announcement.organizationId} ${announcement.topic}`;
      announcedAt.delete(key);
      announcedAt.set(key, now);
      for (const [oldest, at] of announcedAt) {
        if (announcedAt.size <= maxKept && at >= now - keptMs) break;
        announcedAt.delete(oldest);
        completeSince = Math.max(completeSince, at);
      }
    },
    restart: (now = performance.now()) => {
      announcedAt.clear();
      completeSince = now;
    },
    since: (ageMs, { userId, organizationId }, now = performance.now()) => {
      const start = now - ageMs - marginMs;
      if (start < completeSince) return topics;
      const isAnnounced = (id: string | null, topic: Topic) => (announcedAt.get(`${id} ${topic}`) ?? -1) >= start;
      return topics.filter((topic) => isAnnounced(userId, topic) || isAnnounced(organizationId, topic));
    },
  };
}
