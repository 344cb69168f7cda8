import type { SavedMethod } from '@kazna/contract/cabinet/payment-methods';
import { expect, test } from 'vitest';
import { cardLabel } from './payment-labels.tsx';

const card = (last4: string, savedBy: string) => ({ brand: 'Mir', last4, savedBy }) as SavedMethod;

test('cards that look the same are distinguished by who saved them', () => {
  const cards = [card('4477', 'Анна'), card('4477', 'Борис'), card('2987', 'Анна')];
  expect(cards.map((one) => cardLabel(one, cards))).toEqual(['Мир ·· 4477, Анна', 'Мир ·· 4477, Борис', 'Мир ·· 2987']);
});
