import * as z from 'zod/mini';
import type { FieldError } from './problems.ts';

/** Field names in the cases that messages need: accusative after «введите», genitive after «Длина». */
export type Label = [accusative: string, genitive: string];

const labels: Record<string, Label> = {
  email: ['e-mail', 'e-mail'],
  password: ['пароль', 'пароля'],
  currentPassword: ['текущий пароль', 'текущего пароля'],
  newPassword: ['новый пароль', 'нового пароля'],
  name: ['имя', 'имени'],
  referrerCode: ['реферальный код', 'реферального кода'],
  token: ['код из письма', 'кода из письма'],
  code: ['код', 'кода'],
  phone: ['телефон', 'телефона'],
  timezone: ['часовой пояс', 'часового пояса'],
  inn: ['ИНН', 'ИНН'],
  kpp: ['КПП', 'КПП'],
  ogrn: ['ОГРН', 'ОГРН'],
  address: ['адрес', 'адреса'],
  bik: ['БИК', 'БИК'],
  account: ['расчётный счёт', 'расчётного счёта'],
  correspondentAccount: ['корреспондентский счёт', 'корреспондентского счёта'],
  role: ['роль', 'роли'],
  amountMinor: ['сумму', 'суммы'],
  currency: ['валюту', 'валюты'],
  method: ['способ оплаты', 'способа оплаты'],
  description: ['назначение', 'назначения'],
  reason: ['причину', 'причины'],
  from: ['дату начала', 'даты начала'],
  invoicePrefix: ['буквы номера', 'букв номера'],
};

/** Of forms whose fields every first screen would otherwise carry along. */
export function addLabels(more: Record<string, Label>): void {
  Object.assign(labels, more);
}

export type Issue = Parameters<z.core.$ZodErrorMap>[0];

function labelOf(issue: Issue): Label | undefined {
  const field = issue.path?.findLast((key) => typeof key === 'string');
  if (typeof field !== 'string') return undefined;
  return labels[field] ?? (isAmount(field) ? labels.amountMinor : undefined);
}

const isAmount = (field: unknown) => String(field).endsWith('Minor');

/** People type amounts in roubles, limits are in kopecks. */
function limitText(issue: Issue, limit: number | bigint): string {
  return isAmount(issue.path?.at(-1)) ? (Number(limit) / 100).toLocaleString('ru-RU') : `${limit}`;
}

function isEmpty(input: unknown): boolean {
  return input === undefined || input === null || input === '';
}

function describe(issue: Issue): string {
  const label = labelOf(issue)?.[0];
  if (isEmpty(issue.input) || (issue.code === 'too_small' && issue.origin === 'array')) {
    return `Пожалуйста, введите ${label ?? 'значение'}`;
  }
  switch (issue.code) {
    case 'too_small':
      return `Значение не меньше ${limitText(issue, issue.minimum)}`;
    case 'too_big':
      if (issue.origin !== 'string') return `Значение не больше ${limitText(issue, issue.maximum)}`;
      return lengthText(labelOf(issue), 1, issue.maximum);
    case 'invalid_format':
      if (issue.format === 'email') return 'Введите e-mail в виде name@example.ru';
      return label ? `Неверный формат: проверьте ${label}` : 'Неверный формат';
    default:
      return label ? `Проверьте ${label}` : 'Недопустимое значение';
  }
}

function lengthText(label: Label | undefined, minimum: number, maximum: number | bigint): string {
  return `Длина ${label?.[1] ?? ''} от ${minimum} до ${maximum} символов`.replace('  ', ' ');
}

/** A text field whose label differs from its name. */
export function textCalled(label: Label | undefined) {
  return z.string({
    error: (issue) => (label && isEmpty(issue.input) ? `Пожалуйста, введите ${label[0]}` : undefined),
  });
}

/** A length check whose message names both limits. The label overrides the field's own. */
export function lengthBetween(minimum: number, maximum: number, label?: Label) {
  const error = (issue: Issue) => {
    if (isEmpty(issue.input)) return label && `Пожалуйста, введите ${label[0]}`;
    return lengthText(label ?? labelOf(issue), minimum, maximum);
  };
  return [z.minLength(minimum, { error }), z.maxLength(maximum, { error })] as const;
}

export type Checked<S extends z.ZodMiniType> =
  | { data: z.output<S>; errors?: undefined }
  | { data?: undefined; errors: FieldError[] };

/** Validates an input; forms and routes share it, so both return the same messages, in Russian by default. */
export function check<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
  describeIssue: (issue: Issue) => string = describe,
): Checked<S> {
  const result = z.safeParse(schema, input, { error: describeIssue });
  if (result.success) return { data: result.data };
  const byPath = new Map<string, FieldError>();
  for (const issue of result.error.issues) {
    const path = issue.path.join('.');
    if (!byPath.has(path)) byPath.set(path, { path, message: issue.message });
  }
  return { errors: [...byPath.values()] };
}
