import { documentKinds } from '@kazna/contract/cabinet/documents';
import { formatMoney } from '@kazna/contract/shared/money';
import { quoted } from '@kazna/contract/shared/quoted';
import type { EventContext, EventText } from './event-text.ts';
import type { EventDetails } from './events.ts';

const monthFormat = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' });

export function describeDocument(details: EventDetails['document_ready'], context: EventContext): EventText {
  const { documentId, documentKind, number, revision, period } = details;
  const month = monthFormat.format(new Date(`${period}-01`)).replace(/ г\.$/, ' года');
  const name = `${documentKinds[documentKind]} № ${number}`;
  return {
    headline: revision > 0 ? `${name}: исправление № ${revision}` : `${name} за ${month}`,
    paragraphs: [
      revision > 0
        ? `Мы исправили документ организации ${quoted(context.organizationName)}: ${name} за ${month}. Прежний тоже сохранён.`
        : `Готов документ организации ${quoted(context.organizationName)}: ${name} за ${month}.`,
      `Сумма: ${formatMoney(details)}. Документ приложен к письму.`,
    ],
    documentId,
    action: { label: 'Открыть документы', url: `${context.publicUrl}/documents` },
  };
}
