import type { Topic } from '@kazna/contract/cabinet/events';
import { type Announcement, announcementChannel } from '../db/announce.ts';
import type { Database } from '../db/database.ts';
import { gauge } from '../metrics.ts';
import { createRecentAnnouncements } from './recent-announcements.ts';

const streams = gauge('live_streams', 'Open streams of live updates', []);

export interface Listener {
  userId: string;
  organizationId: string | null;
  onTopic: (topic: Topic) => void;
  onEnd: () => void;
}

/** Dispatches announcements of all processes to the streams of this one. */
export interface Hub {
  start(): Promise<void>;
  /** Calls the listener at once with topics that were announced within `ageMs`. */
  add(listener: Listener, ageMs?: number): () => void;
  close(): Promise<void>;
}

export function createHub(db: Database): Hub {
  const listeners = new Set<Listener>();
  const recent = createRecentAnnouncements();
  let stopListening = async () => {};
  /** Browsers reconnect at once and refetch what they show. */
  const endAll = () => {
    for (const listener of listeners) listener.onEnd();
  };
  return {
    start: async () => {
      const dispatch = (payload: string) => {
        const announcement = JSON.parse(payload) as Announcement;
        recent.add(announcement);
        for (const listener of listeners)
          if (isAddressedTo(announcement, listener)) listener.onTopic(announcement.topic);
      };
      const onGap = () => {
        recent.restart();
        endAll();
      };
      stopListening = await db.listen(announcementChannel, dispatch, onGap);
      recent.restart();
    },
    add: (listener, ageMs) => {
      listeners.add(listener);
      streams.inc();
      for (const topic of ageMs === undefined ? [] : recent.since(ageMs, listener)) listener.onTopic(topic);
      return () => {
        if (listeners.delete(listener)) streams.dec();
      };
    },
    close: async () => {
      endAll();
      await stopListening();
    },
  };
}

function isAddressedTo(announcement: Announcement, { userId, organizationId }: Listener): boolean {
  if ('userId' in announcement) return announcement.userId === userId;
  return announcement.organizationId === organizationId;
}
