import * as z from 'zod/mini';
import { brandColor } from '../shared/brand-color.ts';
import { day } from '../shared/calendar.ts';
import { endpoint } from '../shared/endpoint.ts';
import { lineOfText, time } from '../shared/fields.ts';
import { bank, companyRequisites, edo, soleProprietorRequisites } from '../shared/requisites.ts';
import type { Label } from '../shared/validation.ts';

export const taxRegimes = { osno: 'ОСНО', usn: 'УСН', ausn: 'АУСН', npd: 'НПД', patent: 'Патент' } as const;
export type TaxRegime = keyof typeof taxRegimes;

/** In percent; null: no payer of VAT. 22 is the general rate, which was 20 until the end of 2025. */
const vatRate = z.nullable(z.literal([0, 5, 7, 10, 22]));

const taxPeriod = z.object({
  /** In force from this day on, until the next one begins. */
  from: day,
  regime: z.enum(Object.keys(taxRegimes) as [TaxRegime, ...TaxRegime[]]),
  vat: vatRate,
  /** What a seller without VAT closes months with: an act unless said otherwise. A payer of VAT always makes УПД. */
  closing: z.optional(z.enum(['act', 'upd'])),
  /** Why no VAT is charged: «п. 2 ст. 346.11 НК РФ». Printed where documents say «Без НДС». */
  ground: z.optional(lineOfText(3, 100, ['основание', 'основания'])),
});
export type TaxPeriod = z.output<typeof taxPeriod>;

const bankAccount = z.object({ bankName: lineOfText(3, 100, ['банк', 'банка']), bank }).check((context) => {
  const { account } = context.value.bank;
  if (account.slice(5, 8) === '810') return;
  const message = 'Нужен рублёвый счёт: в нём цифры с шестой по восьмую 810';
  context.issues.push({ code: 'custom', input: account, message, path: ['bank', 'account'] });
});

/** In a purpose of payment these are followed by digits that are no number of an invoice. */
const ambiguousPrefixes = ['ОТ', 'ПО', 'ЗА', 'НА', 'НДС', 'ИНН', 'КПП', 'СЧ', 'СЧЕТ', 'ДОГ', 'РУБ', 'АКТ', 'УПД'];
const prefix = z.string().check(
  z.regex(/^[А-Я]{1,5}$/, { error: 'От одной до пяти русских прописных букв, например КЗ' }),
  z.refine((text) => !ambiguousPrefixes.includes(text), {
    error: 'Такое слово встречается в назначениях платежа. Выберите другое',
  }),
);

const surname: Label = ['фамилию', 'фамилии'];
const firstName: Label = ['имя', 'имени'];
const title: Label = ['должность', 'должности'];
const powerNumber: Label = ['номер доверенности', 'номера доверенности'];

export const signerPowers = {
  signature: 'По данным электронной подписи',
  electronic: 'Электронная доверенность (МЧД)',
  paper: 'Бумажная доверенность',
} as const;

/** Who signs files for electronic exchange, and where their powers follow from. */
const signer = z.object({
  surname: lineOfText(1, 60, surname),
  firstName: lineOfText(1, 60, firstName),
  patronymic: z.optional(lineOfText(1, 60)),
  title: lineOfText(2, 100, title),
  powers: z.discriminatedUnion('kind', [
    /** The certificate of the signature names the organization's head, or the sole proprietor. */
    z.object({ kind: z.literal('signature') }),
    z.object({
      kind: z.literal('electronic'),
      number: z.uuid('Номер доверенности состоит из 36 знаков, например 1f0b5d0a-4c1e-4b7a-9d36-2f5a7c1e8b90'),
      day,
      /** Where the power of attorney is kept. */
      system: z._default(lineOfText(3, 200), 'https://m4d.nalog.gov.ru'),
    }),
    z.object({ kind: z.literal('paper'), number: lineOfText(1, 50, powerNumber), day }),
  ]),
});
export type Signer = z.output<typeof signer>;

const common = {
  address: lineOfText(5, 300),
  phone: z._default(z.nullable(lineOfText(5, 40)), null),
  /** What customers know the business as, and its colour: in the cabinet and in letters. */
  shortName: z.optional(lineOfText(2, 30, ['короткое название', 'короткого названия'])),
  color: z.optional(brandColor),
  /** The first one is for new documents; the others still receive money. */
  bankAccounts: z.array(bankAccount).check(z.minLength(1), z.maxLength(20)),
  taxPeriods: z.array(taxPeriod).check(
    z.minLength(1),
    z.maxLength(50),
    z.refine((periods) => new Set(periods.map(({ from }) => from)).size === periods.length, {
      error: 'Два налоговых режима начинаются в один день',
    }),
  ),
  director: z.object({
    title: lineOfText(2, 100, ['должность', 'должности']),
    name: lineOfText(2, 100, ['фамилию и инициалы', 'фамилии и инициалов']),
  }),
  accountantName: z._default(z.nullable(lineOfText(2, 100, ['фамилию и инициалы', 'фамилии и инициалов'])), null),
  /** For files of electronic exchange; those documents are made without. */
  edo: z.optional(edo),
  signer: z.optional(signer),
  invoicePrefix: prefix,
  /** How long an invoice may be paid. */
  invoiceDays: z.int('Введите число дней').check(z.gte(1), z.lte(90)),
};
const name = lineOfText(2, 160, ['название', 'названия']);

export const businessForm = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('company'),
    name,
    ...companyRequisites,
    ...common,
  }),
  z.object({
    kind: z.literal('sole_proprietor'),
    name,
    ...soleProprietorRequisites,
    kpp: z._default(z.null(), null),
    /** When it was assigned: invoices name it beside the signature. */
    registeredOn: z.optional(day),
    ...common,
  }),
]);
export type Business = z.output<typeof businessForm>;

const business = z.object({
  /** Zero until it was said for the first time. */
  version: z.int(),
  data: z.nullable(businessForm),
  changedAt: z.nullable(time),
  /** Null before the first version, and after the account was deleted. */
  changedBy: z.nullable(z.string()),
});
export type BusinessState = z.output<typeof business>;

export const getBusiness = endpoint({
  method: 'GET',
  path: '/api/admin/business',
  summary: 'Requisites, bank accounts, tax and numbering of the business',
  access: { staff: 'admin.read' },
  status: 200,
  answer: business,
});

export const updateBusiness = endpoint({
  method: 'PATCH',
  path: '/api/admin/business',
  summary: 'Say who sells from now on. Documents that exist stay as they are',
  access: { staff: 'admin.manage', isConfirmed: true },
  body: z.object({
    /** The version that was changed: somebody else's newer one is not overwritten. */
    version: z.int().check(z.gte(0), z.lte(1_000_000)),
    data: businessForm,
  }),
  status: 200,
  answer: business,
  problems: ['confirmation_required', 'business_changed'],
});
