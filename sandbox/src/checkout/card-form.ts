import { hasValidCheckDigit } from '../cards.ts';

export interface TypedCard {
  number: string;
  expiry: string;
  code: string;
}

export function typedCard(form: Record<string, string | undefined>): TypedCard {
  return { number: form.number ?? '', expiry: form.expiry ?? '', code: form.code ?? '' };
}

/** An expiry that any test card has. */
export function nextYears(now: number): string {
  return `12/${String(new Date(now).getUTCFullYear() + 2).slice(-2)}`;
}

export type CardErrors = Partial<TypedCard>;

export interface CheckedCard {
  number: string;
  expiryMonth: string;
  expiryYear: string;
}

export function checkCard(typed: TypedCard, now: number): { card: CheckedCard } | { errors: CardErrors } {
  const number = typed.number.replace(/[\s-]/g, '');
  const expiry = parseExpiry(typed.expiry);
  const errors = {
    number: numberError(number),
    expiry: expiryError(typed.expiry, expiry, now),
    code: codeError(typed.code.trim()),
  };
  const found = Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined));
  if (!expiry || Object.keys(found).length > 0) return { errors: found };
  return { card: { number, expiryMonth: expiry.month, expiryYear: expiry.year } };
}

function numberError(number: string): string | undefined {
  if (number === '') return 'Пожалуйста, введите номер карты';
  if (!/^\d{13,19}$/.test(number)) return 'В номере карты от 13 до 19 цифр';
  return hasValidCheckDigit(number) ? undefined : 'В номере карты ошибка. Проверьте цифры';
}

function expiryError(typed: string, expiry: ReturnType<typeof parseExpiry>, now: number): string | undefined {
  if (typed.trim() === '') return 'Пожалуйста, введите срок действия';
  if (!expiry) return 'Введите месяц и год, например 09/30';
  const [year, month] = [Number(expiry.year), Number(expiry.month)];
  // A card is valid through the last day of its month.
  return Date.UTC(year, month) > now ? undefined : 'Срок действия карты истёк';
}

function codeError(code: string): string | undefined {
  if (code === '') return 'Пожалуйста, введите код';
  return /^\d{3}$/.test(code) ? undefined : 'В коде 3 цифры';
}

function parseExpiry(typed: string): { month: string; year: string } | null {
  const digits = typed.replace(/\s/g, '');
  const [, month, year] =
    /^(0?[1-9]|1[0-2])[/.-]((?:20)?\d{2})$/.exec(digits) ?? /^(0[1-9]|1[0-2])(\d{2})$/.exec(digits) ?? [];
  if (!month || !year) return null;
  return { month: month.padStart(2, '0'), year: `20${year.slice(-2)}` };
}
