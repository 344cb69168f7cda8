import { autoTopUpReasonText } from '@kazna/contract/cabinet/auto-top-up-labels';
import { formatMoney, type Money } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import { askSupport, balanceText, type EventContext, type EventText } from './event-text.ts';
import type { EventDetails } from './events.ts';

type AttemptKind = 'auto_top_up_succeeded' | 'auto_top_up_failed' | 'auto_top_up_paused';
type AttemptNotice = { [Kind in AttemptKind]: { kind: Kind; details: EventDetails[Kind] } }[AttemptKind];

export function describeAutoTopUp({ kind, details }: AttemptNotice, context: EventContext): EventText {
  const { amountMinor, currency, card, reason, nextAttemptAt, paymentId } = details;
  const organization = quoted(context.organizationName);
  const sum = amountMinor === null ? '' : ` на ${formatMoney({ amountMinor, currency })}`;
  const by = card ? ` с карты ${card}` : '';
  const why = autoTopUpReasonText(reason);
  const balance = balanceText(context, { amountMinor: 0, currency });
  const setUp = openRule(context);
  if (kind === 'auto_top_up_succeeded')
    return {
      headline: `Автопополнение${sum}`,
      paragraphs: [`Баланс организации ${organization} пополнен${sum}${by} по вашему правилу.`, balance],
      action: { label: 'Открыть платёж', url: `${context.publicUrl}/payments/${paymentId}` },
      note: 'Изменить правило или выключить его можно в разделе «Карты и автопополнение».',
    };
  if (kind === 'auto_top_up_failed')
    return {
      headline: `Автопополнение${sum} не прошло`,
      paragraphs: [
        `Не удалось пополнить баланс организации ${organization}${sum}${by}. Деньги не списаны.`,
        why,
        balance,
        ...(nextAttemptAt ? [`Попробуем ещё раз ${formatDay(nextAttemptAt)}. Быстрее будет пополнить вручную.`] : []),
      ],
      action: setUp,
    };
  const goesOn = nextAttemptAt ? ` Продолжится само ${formatDay(nextAttemptAt)}.` : '';
  return {
    headline: 'Автопополнение приостановлено',
    paragraphs: [
      `Автопополнение организации ${organization} приостановлено${by ? `, списания${by} не будет` : ''}.${goesOn}`,
      why,
      balance,
    ],
    action: setUp,
  };
}

export function describeAutoTopUpTerms(details: EventDetails['auto_top_up_changed'], context: EventContext): EventText {
  const { isOn, thresholdMinor, targetMinor, monthlyCapMinor, currency, card, actorId } = details;
  const organization = quoted(context.organizationName);
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency } satisfies Money);
  const who = context.nameOf(actorId);
  const [action, note] = [openRule(context), askSupport(context)];
  if (!isOn)
    return {
      headline: 'Автопополнение выключено',
      paragraphs: [`Автопополнение организации ${organization} выключено. Кто выключил: ${who}.`],
      action,
      note,
    };
  return {
    headline: 'Автопополнение настроено',
    paragraphs: [
      `В организации ${organization} настроено автопополнение. Кто настроил: ${who}.`,
      `Когда на балансе станет меньше ${money(thresholdMinor)}, с карты ${card ?? ''} спишется столько, чтобы стало ${money(targetMinor)}. За месяц не больше ${money(monthlyCapMinor)}.`,
    ],
    action,
    note,
  };
}

function openRule({ publicUrl, organizationId }: EventContext) {
  return { label: 'Настроить автопополнение', url: `${publicUrl}/organization/${organizationId}?tab=cards` };
}

/** Returns «16 ноября в 15:04 по Москве». */
function formatDay(time: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow', ...options }).format(new Date(time));
  const day = format({ day: 'numeric', month: 'long' });
  return `${day} в ${format({ hour: '2-digit', minute: '2-digit' })} по Москве`;
}
