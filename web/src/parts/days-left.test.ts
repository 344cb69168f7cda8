import { expect, test } from 'vitest';
import { daysLeftFigure, daysLeftText, lastDayText, toneOfDays } from './days-left.tsx';

test.each([
  [-1, 'баланс меньше нуля', 'failure'],
  [0, 'хватит меньше чем на день', 'failure'],
  [2, 'хватит на 2\u00a0дня', 'failure'],
  [3, 'хватит на 3\u00a0дня', 'pending'],
  [13, 'хватит на 13\u00a0дней', 'pending'],
  [14, 'хватит на 14\u00a0дней', 'success'],
  [400, 'хватит больше чем на год', 'success'],
])('a balance for %i days reads «%s» in the tone %s', (days, phrase, tone) => {
  expect([daysLeftText(days), toneOfDays(days)]).toEqual([phrase, tone]);
});

test.each([
  [-12, 'Баланс меньше нуля'],
  [0, 'Хватит меньше чем на день'],
  [13, 'Хватит примерно до 28 ноября'],
  [400, 'Хватит больше чем на год'],
])('the hero says of a balance for %i days «%s»', (days, text) => {
  expect(lastDayText(days, Date.parse('2026-11-15T12:00:00Z'))).toBe(text);
});

test.each([
  [-12, -40_000, '—', 'Баланс меньше нуля: пополните его, чтобы погасить долг'],
  [3, 0, '3\u00a0дня', 'По ближайшим списаниям и тратам последних 30 дней'],
  [null, -40_000, '—', 'Баланс меньше нуля: пополните его, чтобы погасить долг'],
  [0, 0, 'Пусто', 'Пополните баланс, чтобы продолжить'],
  [0, 100, 'Меньше дня', 'По ближайшим списаниям и тратам последних 30 дней'],
  [null, 100, '—', 'Деньги не тратились, и списаний впереди нет'],
])('the dashboard says of %s days and a balance of %i «%s: %s»', (days, balance, title, note) => {
  expect(daysLeftFigure(days, balance)).toEqual({ title, note });
});
