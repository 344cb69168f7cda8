import type { BankCard, Cancellation } from './payment.ts';

export interface TestCard {
  number: string;
  outcome: 'success' | 'three_d_secure' | 'decline';
  reason?: string;
  /** Why payments by the saved card are declined, though the first one passes. */
  laterReason?: string;
  /** Label in the checkout's list of test cards. */
  effect: string;
}

export const testCards: TestCard[] = [
  { number: '5555555555554444', outcome: 'success', effect: 'Оплата проходит' },
  { number: '5555555555554477', outcome: 'three_d_secure', effect: 'Оплата проходит после подтверждения (3-D Secure)' },
  { number: '2202474301322987', outcome: 'success', effect: 'Оплата проходит, карта «Мир»' },
  later('4451', 'insufficient_funds', 'Оплата проходит, потом по сохранённой карте не хватает денег'),
  later('4469', 'permission_revoked', 'Оплата проходит, потом согласие на списания отозвано'),
  decline('4592', '3d_secure_failed', 'Банк не подтвердил оплату'),
  decline('4535', 'call_issuer', 'Отказ без объяснения, нужно обратиться в банк'),
  decline('4543', 'card_expired', 'Истёк срок действия карты'),
  decline('4568', 'fraud_suspected', 'Подозрение на мошенничество'),
  decline('4527', 'general_decline', 'Отказ без объяснения'),
  decline('4600', 'insufficient_funds', 'Не хватает денег'),
  decline('4618', 'invalid_card_number', 'Неверный номер карты'),
  decline('4626', 'invalid_csc', 'Неверный код'),
  decline('4501', 'issuer_unavailable', 'Банк недоступен'),
  decline('4576', 'payment_method_limit_exceeded', 'Превышен лимит карты'),
  decline('4550', 'payment_method_restricted', 'Операции по карте запрещены'),
  decline('4584', 'country_forbidden', 'Карты этой страны не принимаются'),
];

const reasonsOfProvider = ['fraud_suspected', 'country_forbidden', 'permission_revoked', 'internal_timeout'];

function decline(last4: string, reason: string, effect: string): TestCard {
  return { number: `555555555555${last4}`, outcome: 'decline', reason, effect };
}

function later(last4: string, laterReason: string, effect: string): TestCard {
  return { number: `555555555555${last4}`, outcome: 'success', laterReason, effect };
}

export function findTestCard(cards: TestCard[], number: string | undefined): TestCard | undefined {
  return cards.find((card) => card.number === number);
}

/** Any number but a test card is declined, so that real cards are never entered. */
export function outcomeOf(cards: TestCard[], number: string): Pick<TestCard, 'outcome' | 'reason'> {
  return findTestCard(cards, number) ?? { outcome: 'decline', reason: 'general_decline' };
}

export function declineBy(reason = 'general_decline'): Cancellation {
  return { party: reasonsOfProvider.includes(reason) ? 'yoo_money' : 'payment_network', reason };
}

export function isTestCard(cards: TestCard[], card: BankCard): boolean {
  return testCardOf(cards, card) !== undefined;
}

/** The stored part of a card distinguishes the test cards. */
export function testCardOf(cards: TestCard[], { first6, last4 }: BankCard): TestCard | undefined {
  return cards.find(({ number }) => number.startsWith(first6) && number.endsWith(last4));
}

/** Stores only the digits that the API shows. */
export function toBankCard(number: string, expiryMonth: string, expiryYear: string): BankCard {
  return {
    type: 'bank_card',
    first6: number.slice(0, 6),
    last4: number.slice(-4),
    expiryMonth,
    expiryYear,
    cardType: cardType(number),
  };
}

export function hasValidCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function cardType(number: string): string {
  if (/^220[0-4]/.test(number)) return 'Mir';
  if (/^4/.test(number)) return 'Visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'MasterCard';
  return 'Unknown';
}
