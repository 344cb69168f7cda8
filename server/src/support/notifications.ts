import type { NotificationKind } from '../notifications/kind.ts';
import type { TextContext } from '../notifications/texts.ts';
import { preventAutolinks } from '../platform/mail/letter.ts';

/** Why a letter became no message, or not all of it. */
export type LetterRefusal = 'files' | 'too_large' | 'unreadable' | 'too_often' | 'full';

interface RequestDetails {
  requestId: string;
  number: number;
  /** Who is notified. */
  userId: string;
}

export const requestAnswered: NotificationKind<RequestDetails & { excerpt: string }> = {
  name: 'request_answered',
  category: 'requests',
  audience: 'person',
  affected: 'userId',
  describe: ({ number, excerpt, ...details }, context) => ({
    headline: `Ответ на обращение №\u00a0${number}`,
    paragraphs: [`Поддержка ответила на обращение №\u00a0${number}: ${excerpt}`],
    action: openRequest(details, context),
    conversation: { id: details.requestId, number },
  }),
};

export const requestClosed: NotificationKind<RequestDetails & { isByItself: boolean }> = {
  name: 'request_closed',
  category: 'requests',
  audience: 'person',
  affected: 'userId',
  describe: ({ number, isByItself, ...details }, context) => ({
    headline: `Обращение №\u00a0${number} закрыто`,
    paragraphs: [
      isByItself
        ? `Мы не получили ответа и закрыли обращение №\u00a0${number}. Если вопрос остался, напишите в нём: оно откроется снова.`
        : `Мы закрыли обращение №\u00a0${number}. Если вопрос остался, напишите в нём: оно откроется снова.`,
    ],
    action: openRequest(details, context),
    conversation: { id: details.requestId, number },
  }),
};

/** About a letter of the person themselves. It is no part of the conversation, so that no program answers it. */
export const letterRefused: NotificationKind<RequestDetails & { refusal: LetterRefusal; files: string[] }> = {
  name: 'request_letter_refused',
  category: 'requests',
  audience: 'person',
  affected: 'userId',
  describe: ({ number, refusal, files, ...details }, context) => ({
    headline:
      refusal === 'files'
        ? `Обращение №\u00a0${number}: приняли не все файлы`
        : `Ваше письмо не попало в обращение №\u00a0${number}`,
    paragraphs: [refusals[refusal](files.map(preventAutolinks).join(', '))],
    action: openRequest(details, context),
  }),
};

const refusals: Record<LetterRefusal, (files: string) => string> = {
  files: (files) =>
    `Текст письма мы добавили в обращение, а файлы не приняли: ${files}. В одном письме принимаем до пяти картинок, PDF, текстов и документов, каждый до 10\u00a0МБ.`,
  too_large: () => 'Письмо больше 40\u00a0МБ. Пришлите файлы в нескольких письмах или приложите их в кабинете.',
  unreadable: () => 'Письмо пришло повреждённым. Отправьте его ещё раз или напишите в кабинете.',
  too_often: () => 'За час пришло слишком много писем. Напишите позже или ответьте в кабинете.',
  full: () => 'В обращении уже 1000 сообщений. Создайте новое обращение в кабинете.',
};

function openRequest({ requestId }: { requestId: string }, { publicUrl }: TextContext) {
  return { label: 'Открыть обращение', url: `${publicUrl}/requests/${requestId}` };
}
