import type { RequestState, RequestTopic } from '@kazna/contract/cabinet/requests';
import type { Transaction } from '../platform/db/database.ts';
import { sql } from '../platform/db/sql.ts';
import { uuidv7 } from '../platform/db/uuid.ts';
import { hourMs, minuteMs } from './calendar.ts';
import type { DemoPerson } from './team.ts';

interface DemoRequest {
  topic: RequestTopic;
  state: RequestState;
  hoursAgo: number;
  /** By turns: the customer begins. A note has its mark. */
  texts: readonly string[];
}

const requests: readonly DemoRequest[] = [
  {
    ...{ topic: 'documents', state: 'closed', hoursAgo: 24 * 20 },
    texts: [
      'Добрый день! Можно ли получать акты через Диадок? Бумажные бухгалтерия больше не принимает.',
      'Здравствуйте! Да: укажите идентификатор участника ЭДО в реквизитах организации, и файлы УПД станут доступны в разделе «Документы».',
      'Получилось, спасибо.',
    ],
  },
  {
    ...{ topic: 'services', state: 'theirs', hoursAgo: 52 },
    texts: [
      'Хотим перейти на тариф побольше с первого числа. Что будет с уже оплаченными днями?',
      'Здравствуйте! Неиспользованные дни вернутся на баланс, а новый тариф спишется за оставшиеся. Точные суммы видны на странице услуги до подтверждения.\n\nПодключить с первого числа?',
    ],
  },
  {
    ...{ topic: 'money', state: 'ours', hoursAgo: 27 },
    texts: [
      'Оплатили картой, деньги списались, а баланс не изменился.',
      'Здравствуйте! Банк ещё не подтвердил платёж. Проверим и напишем.',
      '#Ждём ответа платёжной системы по этому платежу.',
      'Прошёл день, денег всё ещё нет. Подскажите, когда ждать?',
    ],
  },
  {
    ...{ topic: 'access', state: 'new', hoursAgo: 2 },
    texts: ['Новый бухгалтер не получает приглашение. Почта правильная, в спаме тоже пусто. Что делать?'],
  },
];

const answers = [
  ['Нужен номер платежа', 'Здравствуйте! Пришлите, пожалуйста, номер платежа: он начинается с «К-».'],
  ['Письмо не пришло', 'Проверьте папку «Спам» и попросите отправить письмо ещё раз из списка приглашений.'],
] as const;

const isFromStaff = (text: string, place: number) => text.startsWith('#') || place === 1;

/** A queue with something in every state, and answers prepared for it. */
export async function addRequests(
  tx: Transaction,
  organizationId: string,
  { owner, staff, now }: { owner: DemoPerson; staff: DemoPerson; now: number },
): Promise<void> {
  for (const request of requests) await insertRequest(tx, organizationId, { owner, staff, now }, request);
  for (const [title, text] of answers)
    await tx.query(sql`
      insert into support_answers (id, title, text, changed_by) values (${uuidv7()}, ${title}, ${text}, ${staff.id})`);
}

async function insertRequest(
  tx: Transaction,
  organizationId: string,
  { owner, staff, now }: { owner: DemoPerson; staff: DemoPerson; now: number },
  { topic, state, hoursAgo, texts }: DemoRequest,
): Promise<void> {
  const startedAt = now - hoursAgo * hourMs;
  const timeOf = (place: number) => new Date(startedAt + place * 37 * minuteMs);
  const lastAt = timeOf(texts.length - 1);
  const id = uuidv7(startedAt);
  const waitingSince = state === 'new' || state === 'ours' ? lastAt : null;
  const isAboutMoney = topic === 'money' || topic === 'documents';
  const assignee = texts.length > 1 ? staff.id : null;
  await tx.query(sql`
    insert into support_requests (id, organization_id, author_id, topic, is_about_money, title, state, assignee_id,
      message_count, waiting_since, changed_at, created_at)
    values (${id}, ${organizationId}, ${owner.id}, ${topic}, ${isAboutMoney}, ${(texts[0] as string).slice(0, 120)}, ${state},
      ${assignee}, ${texts.length}, ${waitingSince}, ${lastAt}, ${new Date(startedAt)})`);
  for (const [place, text] of texts.entries()) {
    const at = timeOf(place);
    const isByStaff = isFromStaff(text, place);
    const side = text.startsWith('#') ? 'note' : isByStaff ? 'staff' : 'customer';
    await tx.query(sql`
      insert into support_messages (id, request_id, author_id, side, text, created_at)
      values (${uuidv7(at.getTime())}, ${id}, ${isByStaff ? staff.id : owner.id}, ${side}, ${text.replace(/^#/, '')}, ${at})`);
  }
}
