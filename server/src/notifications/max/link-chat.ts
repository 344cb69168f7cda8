import { createHash, randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { jobKind, type Queue } from '../../platform/jobs/queue.ts';
import { type Limit, throttle } from '../../platform/throttling/throttle.ts';
import type { PersonNotificationKind } from '../kind.ts';
import { notifyPerson } from '../notifications-store.ts';
import { deleteMaxLinksOfChat, replaceMaxCode, spendMaxCode, upsertMaxLink } from './links-store.ts';
import { type MaxBot, MaxUnavailable } from './max-bot.ts';

export interface MaxContext {
  db: Database;
  queue: Queue;
  bot: MaxBot;
  /** Where MAX sends updates, and what it proves itself by. */
  updates: { url: string; secret: string };
  businessName: string;
  /** A letter about it, in the transaction that links. */
  reportLink: (tx: Transaction, person: { userId: string; email: string }) => Promise<void>;
}

/** An answer in a chat. It names no account. */
export const maxReply = jobKind<{ maxUserId: string; text: string }>('max-reply');

const codeMinutes = 15;
const codesOfPerson: Limit = { name: 'max-codes', hits: 20, windowSeconds: 60 * 60 };

/** Each start asks MAX for updates again: it gives up addresses that did not answer for long. */
export async function startLinking({ db, bot, updates }: MaxContext, userId: string) {
  await throttle(db, codesOfPerson, userId);
  const code = randomBytes(16).toString('base64url');
  try {
    const url = await bot.linkWith(code);
    await bot.follow(updates.url, updates.secret);
    return { url, code, expiresAt: await replaceMaxCode(db, { userId, hash: hashOf(code), minutes: codeMinutes }) };
  } catch (error) {
    if (error instanceof MaxUnavailable) throw new Problem('max_unavailable');
    throw error;
  }
}

/** Only who holds a code gets its person's notifications. The person learns of it by letter and bell. */
export async function linkChat(
  { db, queue, businessName, reportLink }: MaxContext,
  { code, maxUserId, name }: { code: string; maxUserId: string; name: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const person = await spendMaxCode(tx, hashOf(code));
    if (!person) {
      await queue.enqueue(tx, maxReply, {
        maxUserId,
        text: 'Код не подошёл: он уже использован или ждал дольше 15 минут. Получите новый в настройках уведомлений кабинета.',
      });
      return;
    }
    const { userId } = person;
    await upsertMaxLink(tx, { userId, maxUserId, name });
    await notifyPerson(tx, maxLinked, userId, {});
    await reportLink(tx, person);
    await queue.enqueue(tx, maxReply, {
      maxUserId,
      text: `Готово: сюда будут приходить уведомления из личного кабинета «${businessName}». Отключить их можно в настройках уведомлений кабинета или остановив бота.`,
    });
  });
}

export async function unlinkChat({ db }: Pick<MaxContext, 'db'>, maxUserId: string): Promise<void> {
  await db.transaction(async (tx) => {
    for (const userId of await deleteMaxLinksOfChat(tx, maxUserId)) await notifyPerson(tx, maxStopped, userId, {});
  });
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}

export const maxLinked: PersonNotificationKind = {
  name: 'max_linked',
  describe: (_, { publicUrl }) => ({
    headline: 'Уведомления приходят в MAX',
    paragraphs: ['Бот подключён к вашему аккаунту. Если это были не вы, отключите его и смените пароль.'],
    action: { label: 'Настроить уведомления', url: `${publicUrl}/notifications/settings` },
  }),
};

export const maxStopped: PersonNotificationKind = {
  name: 'max_stopped',
  describe: (_, { publicUrl }) => ({
    headline: 'Уведомления в MAX отключены',
    paragraphs: ['Бота остановили в мессенджере. Письма приходят как раньше.'],
    action: { label: 'Настроить уведомления', url: `${publicUrl}/notifications/settings` },
  }),
};
