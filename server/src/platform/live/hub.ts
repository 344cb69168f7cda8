import type { Topic } from '@kazna/contract/cabinet/events';
import { type Announcement, announcementChannel } from '../db/announce.ts';
import type { Database } from '../db/database.ts';

export interface Listener {
  userId: string;
  organizationId: string | null;
  onTopic: (topic: Topic) => void;
  onEnd: () => void;
}

/** Dispatches announcements of all processes to the streams of this one. */
export interface Hub {
  start(): Promise<void>;
  add(listener: Listener): () => void;
  close(): Promise<void>;
}

export function createHub(db: Database): Hub {
  const listeners = new Set<Listener>();
  let stopListening = async () => {};
  /** Browsers reconnect at once and refetch what they show. */
  const endAll = () => {
    for (const listener of listeners) listener.onEnd();
  };
  return {
    start: async () => {
      const dispatch = (payload: string) => {
        const announcement = JSON.parse(payload) as Announcement;
        for (const listener of listeners)
          if (isAddressedTo(announcement, listener)) listener.onTopic(announcement.topic);
      };
      stopListening = await db.listen(announcementChannel, dispatch, endAll);
    },
    add: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
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
