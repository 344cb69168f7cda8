import * as z from 'zod/mini';

/** Every way a call can fail: its HTTP status and what a person reads. */
export const problems = {
  validation_failed: [
    400,
    'Проверьте введённое',
    'Некоторые поля заполнены неверно. Исправьте их и отправьте ещё раз.',
  ],
  malformed_request: [400, 'Запрос не разобран', 'Запрос составлен неверно. Обновите страницу и повторите.'],
  wrong_password: [400, 'Неверный пароль', 'Текущий пароль введён неверно. Проверьте его и повторите.'],
  wrong_code: [400, 'Неверный код', 'Код не подошёл. Проверьте время на телефоне и введите новый код.'],
  token_invalid: [400, 'Ссылка не действует', 'Ссылка устарела или уже использована. Запросите новую.'],
  invalid_credentials: [401, 'Вход не выполнен', 'Неверный e-mail или пароль. Проверьте их или восстановите пароль.'],
  unauthorized: [401, 'Нужен вход', 'Войдите, чтобы продолжить.'],
  token_expired: [401, 'Доступ истёк', 'Срок доступа истёк. Обновите сеанс.'],
  session_ended: [401, 'Сеанс завершён', 'Сеанс завершён. Войдите ещё раз.'],
  email_not_verified: [
    403,
    'E-mail не подтверждён',
    'Подтвердите e-mail по ссылке из письма. Если письма нет, запросите его ещё раз.',
  ],
  account_blocked: [403, 'Аккаунт заблокирован', 'Аккаунт заблокирован. Напишите в поддержку.'],
  totp_required: [403, 'Нужен код', 'Введите код из приложения для входа или запасной код.'],
  forbidden: [403, 'Недостаточно прав', 'Для этого действия не хватает прав. Обратитесь к владельцу организации.'],
  not_found: [404, 'Не найдено', 'Такой записи нет или она вам недоступна.'],
  organization_exists: [
    409,
    'Организация уже есть',
    'У вас уже есть открытая организация с этим ИНН. Перейдите в неё или укажите другой ИНН.',
  ],
  organization_has_balance: [
    409,
    'На балансе есть деньги',
    'Организацию нельзя закрыть, пока на её балансе есть деньги. Сначала верните их или потратьте.',
  ],
  last_organization: [
    409,
    'Это последняя организация',
    'Это ваша последняя организация. Сначала создайте другую или вступите в неё.',
  ],
  last_owner: [
    409,
    'Это последний владелец',
    'В организации должен остаться хотя бы один владелец. Сначала передайте владение другому участнику.',
  ],
  second_factor_enabled: [
    409,
    'Вход по коду уже включён',
    'Вход по коду уже включён. Чтобы сменить приложение, сначала выключите его.',
  ],
  already_member: [409, 'Уже участник', 'Человек с этим адресом уже состоит в организации.'],
  already_invited: [409, 'Уже приглашён', 'Приглашение на этот адрес уже отправлено и ждёт ответа.'],
  payment_not_pending: [409, 'Платёж уже завершён', 'Платёж уже завершён, отменить его нельзя.'],
  payment_not_refundable: [409, 'Вернуть нельзя', 'Вернуть можно только оплаченный платёж.'],
  refund_too_large: [409, 'Сумма больше остатка', 'Сумма возврата больше того, что осталось от платежа.'],
  insufficient_balance: [409, 'Недостаточно денег на балансе', 'На балансе меньше денег, чем вы хотите вернуть.'],
  currency_disabled: [409, 'Валюта не принимается', 'Платежи в этой валюте не принимаются. Выберите другую.'],
  payload_too_large: [413, 'Слишком большой запрос', 'Запрос слишком большой. Сократите его и повторите.'],
  unsupported_media_type: [415, 'Неверный тип данных', 'Сервер принимает только JSON.'],
  idempotency_conflict: [
    422,
    'Ключ уже использован',
    'Этот ключ уже использован для другого платежа. Обновите страницу и создайте платёж заново.',
  ],
  too_many_requests: [429, 'Слишком много попыток', 'Слишком много попыток. Подождите и повторите.'],
  internal_error: [
    500,
    'Внутренняя ошибка',
    'На сервере произошла ошибка. Мы о ней уже знаем. Повторите через несколько минут.',
  ],
  unavailable: [503, 'Сервис недоступен', 'Сервис временно недоступен. Ничего не потеряно, повторите через минуту.'],
} as const satisfies Record<string, readonly [number, string, string]>;

export type ProblemCode = keyof typeof problems;

export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.output<typeof fieldErrorSchema>;

export const problemSchema = z.object({
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  code: z.enum(Object.keys(problems) as [ProblemCode, ...ProblemCode[]]),
  errors: z.optional(z.array(fieldErrorSchema)),
});
/** The body of every failed call, sent as `application/problem+json`. */
export type ProblemBody = z.output<typeof problemSchema>;

export function problemBody(code: ProblemCode, errors?: FieldError[]): ProblemBody {
  const [status, title, detail] = problems[code];
  return errors ? { status, title, detail, code, errors } : { status, title, detail, code };
}
