import type { Database, Transaction } from '../../platform/db/database.ts';
import { jobKind, type Queue } from '../../platform/jobs/queue.ts';
import { formatLetterTime } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { listAdmins } from './admins-store.ts';
import { getUser } from './store.ts';

export interface AdminAlert {
  subject: string;
  paragraphs: string[];
}

interface AdminLetter extends AdminAlert {
  userId: string;
  actorId: string;
  address: string | null;
  at: string;
}

export const adminLetter = jobKind<AdminLetter>('admin-letter');

/**
 * E-mails all who are administrators now, the acting one included: that session may be stolen. To be called before roles
 * change, so that every admin who is demoted or blocked learns of it. No rate limit: it would let a thief use it up first.
 */
export async function notifyAdmins(
  tx: Transaction,
  queue: Queue,
  actor: { id: string; address: string | null },
  alert: AdminAlert,
): Promise<void> {
  const at = formatLetterTime(new Date(), 'Europe/Moscow');
  const letter = { ...alert, actorId: actor.id, address: actor.address, at };
  for (const userId of await listAdmins(tx)) await queue.enqueue(tx, adminLetter, { ...letter, userId });
}

interface LetterContext {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
}

export async function sendAdminLetter({ db, mailer, publicUrl }: LetterContext, letter: AdminLetter): Promise<void> {
  const { userId, actorId, address, at, subject, paragraphs } = letter;
  const [admin, actor] = [await getUser(db, userId), await getUser(db, actorId)];
  if (admin.status === 'deleted') return;
  const who = actor.status === 'deleted' ? 'Аккаунт удалён' : `${actor.name}, ${actor.email}`;
  await mailer.send(admin.email, {
    subject,
    name: admin.name,
    paragraphs: [
      ...paragraphs,
      `Кто: ${who}. Когда: ${at}.${address ? ` Откуда: ${address}.` : ''}`,
      'Если вы об этом не знали, завершите сеансы этого сотрудника и верните всё как было.',
    ],
    action: { label: 'Открыть журнал', url: `${publicUrl}/admin` },
  });
}
