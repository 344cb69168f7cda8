import { expect, test } from 'vitest';
import { brandColor, onDark } from './brand-color.ts';

test.each([
  ['#0268d0', true],
  ['#7a1fa2', true],
  ['#6b6b6b', true],
  ['#6e6e6e', false],
  ['#ffcc00', false],
  ['#FF0000', false],
  ['red', false],
  ['#12345', false],
])('the colour %s of a business is taken (%s) where it has a contrast of 5.3 to white', (color, isTaken) => {
  expect(brandColor.safeParse(color).success).toBe(isTaken);
});

test('the dark theme lightens a dark colour and leaves a light one as it is', () => {
  expect(onDark('#000000')).toBe('#a6a6a6');
  expect(onDark('#b0b0b0')).toBe('#b0b0b0');
});
