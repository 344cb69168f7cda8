import { paidWith, paymentNumber } from '@kazna/contract/cabinet/payment-labels';
import { businessDay, businessTime } from '@kazna/contract/shared/business-time';
import type { FileAnswer } from '@kazna/contract/shared/endpoint';
import { formatMoney } from '@kazna/contract/shared/money';
import { readBusiness } from '../documents/business/business-store.ts';
import { readPictures } from '../documents/business/pictures-store.ts';
import { dayInDigits } from '../documents/calendar.ts';
import { describeParty } from '../documents/parties-store.ts';
import type { Database } from '../platform/db/database.ts';
import { Problem } from '../platform/http/problem.ts';
import { type ConfirmedTopUp, findConfirmedTopUp } from './operation-store.ts';
import type { Confirmation } from './render-confirmation.ts';

interface ConfirmationRequest {
  organizationId: string;
  operationId: string;
}

/** Drawn at each request: a refund changes its state, and nothing is signed by it. */
export async function confirmTopUp(
  db: Database,
  request: ConfirmationRequest,
  businessName: string,
): Promise<FileAnswer> {
  const topUp = await findConfirmedTopUp(db, request);
  if (!topUp) throw new Problem('not_found');
  const business = await readBusiness(db);
  const { isOnUpd: _, ...pictureIds } = business?.pictures ?? {};
  const [{ renderConfirmation }, pictures] = await Promise.all([
    import('./render-confirmation.ts'),
    readPictures(db, pictureIds),
  ]);
  const confirmation = describeTopUp(topUp);
  const recipient = business ? describeParty(business) : businessName;
  const pdf = await renderConfirmation({ ...confirmation, recipient, business, businessName }, pictures);
  const name = `${confirmation.fileName}.pdf`;
  return { name, contentType: 'application/pdf', chunks: once(pdf) };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

export function describeTopUp(topUp: ConfirmedTopUp): Omit<Confirmation, 'recipient' | 'business' | 'businessName'> {
  const { amountMinor, currency, createdAt, organization, payment, transfer } = topUp;
  const creditedOn = businessDay(createdAt);
  const about = { amountMinor, currency, day: creditedOn, customer: describeCustomer(organization) };
  if (transfer) {
    const number = transfer.number;
    return {
      ...about,
      title: `Подтверждение платежа по поручению №\u00a0${number}`,
      fileName: fileNameOf(number, transfer.day),
      status: 'Исполнен, деньги зачислены на баланс',
      facts: [
        [
          'Плательщик',
          [transfer.payer, transfer.payerInn && `ИНН\u00a0${transfer.payerInn}`].filter(Boolean).join(', '),
        ],
        ['Способ', `Банковский перевод, поручение №\u00a0${number} от\u00a0${dayInDigits(transfer.day)}`],
        ['Зачислен', `${dayInDigits(creditedOn)}`],
        ['Назначение', transfer.purpose],
      ],
    };
  }
  const paid = payment as NonNullable<ConfirmedTopUp['payment']>;
  const number = paymentNumber(paid);
  const refunded = formatMoney({ amountMinor: paid.refundedMinor, currency });
  return {
    ...about,
    title: `Подтверждение платежа №\u00a0${number}`,
    fileName: fileNameOf(number, businessDay(paid.paidAt)),
    status:
      paid.refundedMinor === 0
        ? 'Исполнен, деньги зачислены на баланс'
        : paid.refundedMinor < amountMinor
          ? `Исполнен, возвращено ${refunded}`
          : 'Исполнен, деньги возвращены',
    facts: [
      [
        'Плательщик',
        paid.isByLink ? `По ссылке, за ${describeCustomer(organization)}` : describeCustomer(organization),
      ],
      ['Способ', paidWith(paid)],
      ['Оплачен', timeText(paid.paidAt)],
      ['Назначение', paid.description ?? 'Пополнение баланса личного кабинета'],
    ],
  };
}

function describeCustomer({ inn, ...organization }: ConfirmedTopUp['organization']): string {
  return inn === null ? organization.name : describeParty({ ...organization, inn });
}

/** «18.11.2026, 15:04 МСК». */
function timeText(instant: string): string {
  const [day = '', time = ''] = businessTime(instant).split(' ');
  return `${dayInDigits(day)}, ${time.slice(0, 5)}\u00a0МСК`;
}

const fileNameOf = (number: string, day: string) =>
  `Подтверждение платежа ${number.replace(/[^\p{L}\p{N}-]/gu, '')} от ${dayInDigits(day)}`;
