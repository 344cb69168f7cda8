import type { LetterContent } from '../../platform/mail/letter.ts';
import type { DisabledReason } from './judge-attempt.ts';
import { withoutQuery } from './webhook-context.ts';

interface LetterContext {
  name: string;
  url: string;
  news: DisabledReason | 'warning';
}

const whereEventsAre =
  'События не потеряны: 30 дней их можно прочитать через /v1/events, а неудавшиеся доставки отправить ещё раз.';

export function webhookLetterContent({ name, url, news }: LetterContext): LetterContent {
  const { host } = new URL(url);
  const address = withoutQuery(url);
  if (news === 'warning')
    return {
      subject: `Вебхуки не доходят: ${host}`,
      name,
      paragraphs: [
        `Адрес ${address} уже больше двух суток не принимает ни одного события.`,
        'Если за пять суток не пройдёт ни одна доставка, мы перестанем отправлять туда события.',
        whereEventsAre,
      ],
    };
  const reason =
    news === 'gone'
      ? `Адрес ${address} ответил 410: он просит больше ничего ему не присылать.`
      : `Адрес ${address} пять суток не принимал ни одного события.`;
  return {
    subject: `Вебхуки отключены: ${host}`,
    name,
    paragraphs: [
      reason,
      'Мы больше не отправляем туда события. Когда адрес заработает, включите его снова.',
      whereEventsAre,
    ],
  };
}
