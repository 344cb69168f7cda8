import type { AnnouncementForm } from '@kazna/contract/admin/announcements';
import { insertAnnouncement } from '../../src/announcements/store.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { uuidv7 } from '../../src/platform/db/uuid.ts';

const dayMs = 24 * 60 * 60_000;

export const announced: AnnouncementForm = {
  text: 'В субботу не работаем',
  link: null,
  audience: 'everybody',
  tariffId: null,
  from: new Date(Date.now() - dayMs).toISOString(),
  until: new Date(Date.now() + dayMs).toISOString(),
};

/** Shown now to everybody unless something else is asked for. Returns its id. */
export async function plantAnnouncement(db: Database, form: Partial<AnnouncementForm> = {}): Promise<string> {
  const id = uuidv7();
  await insertAnnouncement(db, id, { ...announced, ...form });
  return id;
}
