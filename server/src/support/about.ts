import { documentKinds } from '@kazna/contract/cabinet/documents';
import { paymentNumber } from '@kazna/contract/cabinet/payment-labels';
import type { RequestForm } from '@kazna/contract/cabinet/requests';
import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { findDocumentHead } from '../documents/heads-store.ts';
import { selectPaymentsByIds } from '../payments/list-store.ts';
import type { Queries } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { findSubscription } from '../services/subscriptions/subscriptions-store.ts';

type About = NonNullable<RequestForm['about']>;

/** Whatever is bound to a request is about money; so are two of the topics. */
export function isAboutMoney({ topic, about }: Pick<RequestForm, 'topic' | 'about'>): boolean {
  return about !== undefined || topic === 'money' || topic === 'documents';
}

/** What lists call the bound thing, as it is now. Another organization's answers as a missing one. */
export async function labelOf(db: Queries, organizationId: string, about: About): Promise<string> {
  const label = await findLabel(db, organizationId, about);
  if (label === null) throw new Problem('not_found');
  return label;
}

async function findLabel(db: Queries, organizationId: string, { kind, id }: About): Promise<string | null> {
  if (kind === 'payment') {
    const [payment] = await selectPaymentsByIds(db, [id]);
    const isOurs = payment?.organizationId === organizationId;
    return isOurs ? `Платёж ${paymentNumber(payment)} на ${formatMoney(payment)}` : null;
  }
  if (kind === 'subscription') {
    const subscription = await findSubscription(db, id);
    const isOurs = subscription?.organizationId === organizationId;
    return isOurs ? `Услуга ${quoted(subscription.serviceName)}, тариф ${quoted(subscription.tariffName)}` : null;
  }
  const document = await findDocumentHead(db, organizationId, id);
  if (!document || (document.kind === 'invoice') !== (kind === 'invoice')) return null;
  return `${documentKinds[document.kind]} №\u00a0${document.number} на ${formatMoney(document)}`;
}
