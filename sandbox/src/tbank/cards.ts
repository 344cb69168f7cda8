import type { TestCard } from '../cards.ts';

const card = (last4: string, outcome: TestCard['outcome'], effect: string, reason?: string): TestCard => ({
  number: `220138200000${last4}`,
  outcome,
  effect,
  ...(reason && { reason }),
});

/** Those that T-Bank publishes for its test environment. */
export const tbankCards: TestCard[] = [
  card('0013', 'success', 'Оплата проходит'),
  card('0047', 'three_d_secure', 'Оплата проходит после подтверждения (3-D Secure)'),
  card('0831', 'decline', 'Не хватает денег', 'insufficient_funds'),
  card('0021', 'decline', 'Отказ без объяснения', 'general_decline'),
  card('0005', 'decline', 'Операции по карте запрещены', 'payment_method_restricted'),
];
