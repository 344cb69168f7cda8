import { autoTopUpReasonText } from '@kazna/contract/cabinet/auto-top-up-labels';
import { type Currency, formatMoney } from '@kazna/contract/shared/money';
import type { NotificationKind } from '../../notifications/kind.ts';
import { askSupport, balanceFact, type TextContext } from '../../notifications/texts.ts';
import type { Fact } from '../../platform/mail/letter.ts';

interface AttemptDetails {
  /** Null, as the amount, where nothing was charged. */
  paymentId: string | null;
  amountMinor: number | null;
  currency: Currency;
  card: string | null;
  reason: string | null;
  nextAttemptAt: string | null;
}

interface RuleDetails {
  isOn: boolean;
  thresholdMinor: number;
  targetMinor: number;
  monthlyCapMinor: number;
  currency: Currency;
  card: string | null;
  actorId: string;
}

export const autoTopUpSucceeded: NotificationKind<AttemptDetails> = {
  name: 'auto_top_up_succeeded',
  category: 'money',
  audience: 'accountant',
  describe: (details, context) => ({
    headline: `Автопополнение${sumText(details)}`,
    ...sumOf('Автопополнение', details),
    paragraphs: [],
    facts: [...cardFacts(details), balanceFact(context, details)],
    action: { label: 'Открыть платёж', url: `${context.publicUrl}/payments/${details.paymentId}` },
    note: 'Изменить правило или выключить его можно в разделе «Карты и автопополнение».',
  }),
};

export const autoTopUpFailed: NotificationKind<AttemptDetails> = {
  name: 'auto_top_up_failed',
  category: 'money',
  audience: 'accountant',
  describe: ({ reason, nextAttemptAt, ...details }, context) => ({
    headline: `Автопополнение${sumText(details)} не прошло`,
    ...sumOf('Автопополнение не прошло', details),
    paragraphs: [
      `${autoTopUpReasonText(reason)} Деньги не списаны.`,
      ...(nextAttemptAt ? [`Попробуем ещё раз ${formatTime(nextAttemptAt)}. Быстрее будет пополнить вручную.`] : []),
    ],
    facts: [...cardFacts(details), balanceFact(context, details)],
    action: openRule(context),
  }),
};

export const autoTopUpPaused: NotificationKind<AttemptDetails> = {
  name: 'auto_top_up_paused',
  category: 'money',
  audience: 'accountant',
  describe: ({ reason, nextAttemptAt, ...details }, context) => {
    return {
      headline: 'Автопополнение приостановлено',
      paragraphs: [`${autoTopUpReasonText(reason)} Пока оно приостановлено, с карты ничего не спишется.`],
      facts: [
        ...cardFacts(details),
        ...(nextAttemptAt ? ([['Продолжится само', formatTime(nextAttemptAt)]] as const) : []),
        balanceFact(context, details),
      ],
      action: openRule(context),
    };
  },
};

export const autoTopUpChanged: NotificationKind<RuleDetails> = {
  name: 'auto_top_up_changed',
  category: 'security',
  audience: 'owner',
  doneBy: ({ actorId }) => actorId,
  describe: ({ isOn, ...rule }, context) => ({
    headline: isOn ? 'Автопополнение настроено' : 'Автопополнение выключено',
    paragraphs: [],
    facts: isOn ? termsFacts(rule, context) : [['Кто выключил', context.nameOf(rule.actorId)]],
    action: openRule(context),
    note: askSupport(context),
  }),
};

function termsFacts(rule: Omit<RuleDetails, 'isOn'>, { nameOf }: TextContext): Fact[] {
  const { thresholdMinor, targetMinor, monthlyCapMinor, currency, card, actorId } = rule;
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency });
  return [
    ['Когда на балансе меньше', money(thresholdMinor)],
    ['Пополнять до', money(targetMinor)],
    ['За месяц не больше', money(monthlyCapMinor)],
    ...cardFacts({ card }),
    ['Кто настроил', nameOf(actorId)],
  ];
}

function sumText({ amountMinor, currency }: Pick<AttemptDetails, 'amountMinor' | 'currency'>): string {
  return amountMinor === null ? '' : ` на ${formatMoney({ amountMinor, currency })}`;
}

function sumOf(about: string, { amountMinor, currency }: Pick<AttemptDetails, 'amountMinor' | 'currency'>) {
  return amountMinor === null ? {} : { sum: [about, formatMoney({ amountMinor, currency })] as const };
}

function cardFacts({ card }: Pick<AttemptDetails, 'card'>): Fact[] {
  return card ? [['Карта', card]] : [];
}

function openRule({ publicUrl, organizationId }: TextContext) {
  return { label: 'Настроить автопополнение', url: `${publicUrl}/organization/${organizationId}?tab=cards` };
}

/** Returns «16 ноября в 15:04 по Москве». */
function formatTime(time: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', ...options }).format(new Date(time));
  const day = format({ day: 'numeric', month: 'long' });
  return `${day} в ${format({ hour: '2-digit', minute: '2-digit' })} по Москве`;
}
