import { formatMoney, type Money } from '@kazna/contract/shared/money';
import type { LetterContent } from '../../platform/mail/letter.ts';

/** The headline is used in subjects and in summaries. */
export type EventText = {
  headline: string;
  /** Its file is attached. */
  documentId?: string;
} & Pick<LetterContent, 'paragraphs' | 'action' | 'note'>;

export interface EventContext {
  organizationId: string;
  organizationName: string;
  publicUrl: string;
  supportEmail: string;
  balances: Money[];
  isPersonal: boolean;
  nameOf: (userId: string) => string;
}

export function balanceText({ balances }: EventContext, { currency }: Money): string {
  const amountMinor = balances.find((balance) => balance.currency === currency)?.amountMinor ?? 0;
  return `Сейчас на балансе ${formatMoney({ amountMinor, currency })}.`;
}

export function withoutFullStop(text: string): string {
  return text.trim().replace(/\.+$/, '');
}

export function openCabinet({ publicUrl, organizationId }: EventContext) {
  return { label: 'Открыть личный кабинет', url: `${publicUrl}/dashboard/${organizationId}` };
}

export function askSupport({ supportEmail }: EventContext): string {
  return `Если вы этого не ждали, напишите нам: ${supportEmail}.`;
}
