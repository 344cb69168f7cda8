import { expect, test } from 'vitest';
import { daysLeftPhrase, toneOfDays } from './days-left-phrase.ts';

test.each([
  [-1, 'баланс меньше нуля', 'failure'],
  [0, 'хватит меньше чем на день', 'failure'],
  [2, 'хватит на 2\u00a0дня', 'failure'],
  [3, 'хватит на 3\u00a0дня', 'pending'],
  [13, 'хватит на 13\u00a0дней', 'pending'],
  [14, 'хватит на 14\u00a0дней', 'success'],
  [400, 'хватит больше чем на год', 'success'],
])('a balance for %i days reads «%s» in the tone %s', (days, phrase, tone) => {
  expect([daysLeftPhrase(days), toneOfDays(days)]).toEqual([phrase, tone]);
});
