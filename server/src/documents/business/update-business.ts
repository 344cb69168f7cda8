import { type Business, type Signer, signerPowers, taxRegimes } from '@kazna/contract/admin/business';
import { type Actor, recordAction } from '../../audit/actions-store.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import { dayInDigits } from '../calendar.ts';
import { findBusiness, insertBusiness } from './business-store.ts';

/** Adds a version; one that says nothing new is none. Returns what changed, with masked accounts. */
export async function updateBusiness(
  tx: Transaction,
  actor: Actor,
  { version, data }: { version: number; data: Business },
): Promise<BusinessChange[]> {
  const before = await findBusiness(tx);
  if (version !== (before?.version ?? 0)) throw new Problem('business_changed');
  const changes = describeChanges(before?.data, data);
  if (changes.length === 0) return [];
  if (!(await insertBusiness(tx, version + 1, data, actor.id))) throw new Problem('business_changed');
  const details = {
    version: String(version + 1),
    fields: changes.map(({ field }) => field).join(', '),
    changes: changes.map(changeText).join('. '),
  };
  await recordAction(tx, actor, { action: 'business.changed', details });
  return describeChanges(before?.data, data, maskedAccount);
}

export interface BusinessChange {
  field: string;
  label: string;
  before: string;
  after: string;
}

const labels: Record<string, string> = {
  kind: 'Форма',
  name: 'Название',
  inn: 'ИНН',
  kpp: 'КПП',
  ogrn: 'ОГРН',
  registeredOn: 'Дата регистрации',
  address: 'Адрес',
  phone: 'Телефон',
  shortName: 'Короткое название',
  color: 'Цвет',
  bankAccounts: 'Счета в банках',
  taxPeriods: 'Налоговые режимы',
  director: 'Руководитель',
  accountantName: 'Главный бухгалтер',
  edo: 'Идентификатор ЭДО',
  signer: 'Подписант ЭДО',
  invoicePrefix: 'Буквы в номерах счетов',
  invoiceDays: 'Дней на оплату счёта',
};

type Writers = { [Field in keyof Business]?: (value: Business[Field]) => string };

const writers = (writeAccount: (account: string) => string): Writers => ({
  kind: (kind) => (kind === 'company' ? 'Юридическое лицо' : 'ИП'),
  bankAccounts: (accounts) =>
    accounts
      .map(({ bankName, bank }) => {
        const correspondent = bank.correspondentAccount
          ? `, корр. счёт ${writeAccount(bank.correspondentAccount)}`
          : '';
        return `${writeAccount(bank.account)}, ${bankName}, БИК ${bank.bik}${correspondent}`;
      })
      .join('; '),
  taxPeriods: (periods) =>
    periods
      .map(({ from, regime, vat, closing, ground }) => {
        const tax = vat === null ? ['без НДС', ground].filter(Boolean).join(', ') : `НДС ${vat}\u00a0%`;
        return `с ${dayInDigits(from)} ${taxRegimes[regime]}, ${tax}${closing === 'upd' ? ', УПД' : ''}`;
      })
      .join('; '),
  director: ({ title, name }) => `${title} ${name}`,
  signer: (signer) => (signer ? signerText(signer) : 'не указано'),
});

function signerText({ title, surname, firstName, patronymic, powers }: Signer): string {
  const name = [surname, firstName, patronymic].filter(Boolean).join(' ');
  const basis = powers.kind === 'signature' ? '' : ` № ${powers.number} от ${dayInDigits(powers.day)}`;
  return `${title} ${name}, ${signerPowers[powers.kind]}${basis}`;
}

const whole = (account: string) => account;
/** The account's kind and its last digits identify it, and a forwarded letter holds no whole number. */
const maskedAccount = (account: string) => `${account.slice(0, 5)}…${account.slice(-4)}`;

/** What the new version says otherwise, field by field; whole numbers of accounts unless they are to be masked. */
function describeChanges(
  before: Business | undefined,
  after: Business,
  writeAccount: (account: string) => string = whole,
): BusinessChange[] {
  const write = (field: string, value: unknown) => {
    if (value === undefined || value === null) return 'не указано';
    const writer = writers(writeAccount)[field as keyof Business] as ((value: unknown) => string) | undefined;
    return writer ? writer(value) : String(value);
  };
  const read = (data: Business | undefined, field: string) => (data as Record<string, unknown> | undefined)?.[field];
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])]
    .filter((field) => canonical(read(before, field)) !== canonical(read(after, field)))
    .map((field) => ({
      field,
      label: labels[field] ?? field,
      before: write(field, read(before, field)),
      after: write(field, read(after, field)),
    }));
}

export function changeText({ label, before, after }: BusinessChange): string {
  return `${label}: ${before} → ${after}`;
}

/** The database stores the fields of an object in an order of its own. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
