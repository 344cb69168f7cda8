import { receiptTitle } from '@kazna/contract/cabinet/receipt-labels';
import { formatMoney } from '@kazna/contract/shared/money';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { handle, type JobHandler, jobKind, type Queue } from '../../platform/jobs/queue.ts';
import type { LetterContent } from '../../platform/mail/letter.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { type Limit, throttleAll } from '../../platform/throttling/throttle.ts';
import { findReceipt, type ReceiptRow } from './receipts-store.ts';

export const receiptLetter = jobKind<{ receiptId: string }>('receipt-letter');

/** The provider has sent it once; the payer did not ask for more than a few. */
const ofReceipt: Limit = { name: 'receipt-letters', hits: 3, windowSeconds: 24 * 60 * 60 };
const byPerson: Limit = { name: 'receipt-letters-person', hits: 30, windowSeconds: 24 * 60 * 60 };

/** To the receipt's own address alone: whoever asks chooses none. */
export async function sendAgain(
  tx: Transaction,
  queue: Queue,
  { receiptId, organizationId, userId }: { receiptId: string; organizationId: string; userId: string },
): Promise<void> {
  const receipt = await findReceipt(tx, receiptId);
  if (receipt?.organizationId !== organizationId || !receipt.payerEmail) throw new Problem('not_found');
  if (receipt.status !== 'registered') throw new Problem('receipt_not_registered');
  await throttleAll(tx, [
    { limit: byPerson, subject: userId },
    { limit: ofReceipt, subject: receiptId },
  ]);
  await queue.enqueue(tx, receiptLetter, { receiptId });
}

export function receiptLetterJobs({ db, mailer }: { db: Database; mailer: Mailer }): JobHandler[] {
  return [
    handle(receiptLetter, async ({ receiptId }) => {
      const receipt = await findReceipt(db, receiptId);
      if (receipt?.payerEmail) await mailer.send(receipt.payerEmail, describe(receipt));
    }),
  ];
}

function describe(receipt: ReceiptRow): LetterContent {
  const { fiscalDocument, fiscalStorage, fiscalSign, url, amountMinor } = receipt;
  const title = receiptTitle({ ...receipt, month: receipt.month?.slice(0, 7) ?? null });
  const facts = [
    fiscalStorage && `ФН ${fiscalStorage}`,
    fiscalDocument && `ФД ${fiscalDocument}`,
    fiscalSign && `ФПД ${fiscalSign}`,
  ].filter(Boolean);
  return {
    subject: `Чек: ${title}`,
    paragraphs: [
      `Кассовый чек «${title}» на ${formatMoney({ amountMinor, currency: 'RUB' })}.`,
      ...(facts.length > 0
        ? [`${facts.join(', ')}. По этим данным чек можно найти на сайте ФНС «Проверка чеков».`]
        : []),
    ],
    ...(url && { action: { label: 'Открыть чек', url } }),
  };
}
