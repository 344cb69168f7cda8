import * as z from 'zod/mini';

/** Every way a call can fail: its HTTP status and what a person reads. */
export const problems = {
  validation_failed: [
    400,
    'Проверьте введённое',
    'Некоторые поля заполнены неверно. Исправьте их и отправьте ещё раз.',
  ],
  malformed_request: [400, 'Запрос не разобран', 'Запрос составлен неверно. Обновите страницу и повторите.'],
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
  payload_too_large: [413, 'Слишком большой запрос', 'Запрос слишком большой. Сократите его и повторите.'],
  unsupported_media_type: [415, 'Неверный тип данных', 'Сервер принимает только JSON.'],
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
