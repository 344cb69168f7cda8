import { findAdmin, listAdmins } from '../../people/accounts/admins-store.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { everyNight, handle, type JobHandler, jobKind, longKind, type Queue } from '../../platform/jobs/queue.ts';
import type { LetterContent } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { type Limit, runWithinLimit } from '../../platform/throttling/throttle.ts';
import { deleteOldDeliveries } from './deliveries-store.ts';
import { withoutQuery } from './endpoints.ts';
import { findEndpoint } from './endpoints-store.ts';
import type { DisabledReason } from './judge-attempt.ts';
export interface EndpointAlert {
  endpointId: string;
  reason: DisabledReason | 'key_stopped' | 'warning';
}

export const deliveryCleanup = longKind('webhook-delivery-cleanup');
const deliveryRetentionDays = 30;

/** One that is switched on and off again and again must not fill mailboxes, nor hide what happens to others. */
const lettersOfEndpoint: Limit = { name: 'webhook-letters-endpoint', hits: 3, windowSeconds: 24 * 3600 };
const lettersToAdmin: Limit = { name: 'webhook-letters', hits: 20, windowSeconds: 3600 };

export const webhookLetter = jobKind<{ userId: string; endpointId: string; news: EndpointAlert['reason'] }>(
  'webhook-letter',
);

export function webhookJobs({ db, mailer }: { db: Database; mailer: Mailer }): JobHandler[] {
  return [
    handle(webhookLetter, async ({ userId, endpointId, news: reason }) => {
      const [admin, endpoint] = [await findAdmin(db, userId), await findEndpoint(db, endpointId)];
      if (!admin || !endpoint) return;
      const content = alertLetter({ name: admin.name, url: endpoint.url, reason });
      await runWithinLimit(db, lettersOfEndpoint, [userId, endpointId, reason], () =>
        runWithinLimit(db, lettersToAdmin, [userId], () => mailer.send(admin.email, content)),
      );
    }),
    everyNight(deliveryCleanup, '01:47', async ({ signal }) => {
      while (await deleteOldDeliveries(db, deliveryRetentionDays)) signal.throwIfAborted();
    }),
  ];
}

/** One job a person: a mailbox that refuses delays no other letter. */
export async function alertStaff(tx: Transaction, queue: Queue, { endpointId, reason }: EndpointAlert): Promise<void> {
  for (const userId of await listAdmins(tx))
    await queue.enqueue(tx, webhookLetter, { endpointId, news: reason, userId });
}

interface LetterContext extends Pick<EndpointAlert, 'reason'> {
  name: string;
  url: string;
}

const whereEventsAre =
  'События не потеряны: 30 дней их можно прочитать через /v1/events, а неудавшиеся доставки отправить ещё раз.';

function alertLetter({ name, url, reason }: LetterContext): LetterContent {
  const { host } = new URL(url);
  const address = withoutQuery(url);
  if (reason === 'warning')
    return {
      subject: `Вебхуки не доходят: ${host}`,
      name,
      paragraphs: [
        `Адрес ${address} уже больше двух суток не принимает ни одного события.`,
        'Если за пять суток не пройдёт ни одна доставка, мы перестанем отправлять туда события.',
        whereEventsAre,
      ],
    };
  return {
    subject: `Вебхуки отключены: ${host}`,
    name,
    paragraphs: [...switchOffTexts(address)[reason], whereEventsAre],
  };
}

function switchOffTexts(address: string) {
  const whenItWorks = 'Мы больше не отправляем туда события. Когда адрес заработает, включите его снова.';
  return {
    gone: [`Адрес ${address} ответил 410: он просит больше ничего ему не присылать.`, whenItWorks],
    failing: [`Адрес ${address} пять суток не принимал ни одного события.`, whenItWorks],
    key_stopped: [
      `Ключ API, который добавил адрес ${address}, отозван или истёк.`,
      'Мы больше не отправляем туда события. Если адрес ваш и нужен дальше, включите его снова.',
    ],
  };
}
