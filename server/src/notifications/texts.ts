import { formatMoney, type Money } from '@kazna/contract/shared/money';
import type { Fact, LetterContent } from '../platform/mail/letter.ts';

/** The headline is used in subjects and in summaries. Organization and time are facts of every letter. */
export type NotificationText = {
  headline: string;
  /** Its file is attached to the letter. */
  documentId?: string;
  /** Its letters are one thread, and where the feature reads answers, an answer continues it. */
  conversation?: Conversation;
} & Pick<LetterContent, 'sum' | 'facts' | 'paragraphs' | 'action' | 'note'>;

export interface Conversation {
  id: string;
  number: number;
}

export interface Site {
  publicUrl: string;
  supportEmail: string;
}

export interface TextContext extends Site {
  organizationId: string;
  organizationName: string;
  /** Empty for the bell, which shows the first paragraph, or the first fact, only. */
  balances: Money[];
  /** Whether the reader is the person affected. */
  isPersonal: boolean;
  nameOf: (userId: string) => string;
}

export function balanceFact(context: TextContext, of: Pick<Money, 'currency'>): Fact {
  return ['На балансе сейчас', formatMoney(balanceIn(context, of))];
}

function balanceIn({ balances }: TextContext, { currency }: Pick<Money, 'currency'>): Money {
  return { amountMinor: balances.find((balance) => balance.currency === currency)?.amountMinor ?? 0, currency };
}

export function withoutFullStop(text: string): string {
  return text.trim().replace(/\.+$/, '');
}

export function openCabinet({ publicUrl, organizationId }: Pick<TextContext, 'publicUrl' | 'organizationId'>) {
  return { label: 'Открыть личный кабинет', url: `${publicUrl}/dashboard/${organizationId}` };
}

export function askSupport({ supportEmail }: Site): string {
  return `Если вы этого не ждали, напишите нам: ${supportEmail}.`;
}
