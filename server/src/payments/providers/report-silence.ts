import { providerTitle } from '@kazna/contract/admin/providers';
import type { PersonNotificationKind } from '../../notifications/kind.ts';
import { notifyPersons } from '../../notifications/notifications-store.ts';
import type { Site } from '../../notifications/texts.ts';
import { findAdmin, listAdmins } from '../../people/accounts/admins-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { uuidv7 } from '../../platform/db/uuid.ts';
import { everyMinute, handle, type JobHandler, jobKind, type Queue, scheduledKind } from '../../platform/jobs/queue.ts';
import { formatLetterTime } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { deleteEndedSilences, insertSilences, type Silence } from './calls-store.ts';
import type { Providers } from './provider.ts';

export const providerWatching = scheduledKind('provider-watching', { retryLimit: 0 });
export const providerLetter = jobKind<Silence & { userId: string }>('provider-letter');

export const providerSilent: PersonNotificationKind<Silence> = { name: 'provider_silent', describe };

function describe({ provider, lastAnswerAt }: Silence, { publicUrl }: Pick<Site, 'publicUrl'>) {
  const last = lastAnswerAt
    ? `Последний ответ: ${formatLetterTime(lastAnswerAt, 'Europe/Moscow')}.`
    : 'Она ещё ни разу не ответила: проверьте ключи и адрес.';
  return {
    headline: `Платёжная система ${providerTitle(provider)} не отвечает`,
    paragraphs: [
      `На запросы последних минут нет ни одного ответа. ${last}`,
      'Деньги не потеряются: чем кончился каждый платёж, Казна выяснит, когда система ответит. Если подключена ещё одна, выберите её для новых платежей.',
    ],
    action: { label: 'Открыть обзор', url: `${publicUrl}/admin` },
  };
}

/** Notifies administrators by bell and letter, once a silence, however many workers run. */
export async function reportSilence({
  db,
  queue,
  providers,
}: {
  db: Database;
  queue: Queue;
  providers: Providers;
}): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteEndedSilences(tx);
    const silences = await insertSilences(tx, [...providers.byName.keys()]);
    if (silences.length === 0) return;
    const notices = (await listAdmins(tx)).flatMap((userId) =>
      silences.map((details) => ({ userId, sourceId: uuidv7(), details })),
    );
    await notifyPersons(tx, providerSilent, notices);
    for (const { userId, details } of notices) await queue.enqueue(tx, providerLetter, { ...details, userId });
  });
}

interface WatchingContext {
  db: Database;
  queue: Queue;
  mailer: Mailer;
  publicUrl: string;
  providers: Providers;
}

export function providerJobs(context: WatchingContext): JobHandler[] {
  const { db, mailer, publicUrl } = context;
  return [
    everyMinute(providerWatching, () => reportSilence(context)),
    handle(providerLetter, async ({ userId, ...silence }) => {
      const admin = await findAdmin(db, userId);
      if (!admin) return;
      const { headline: subject, paragraphs, action } = describe(silence, { publicUrl });
      await mailer.send(admin.email, { subject, name: admin.name, paragraphs, action });
    }),
  ];
}
