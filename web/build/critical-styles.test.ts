import { expect, test } from 'vitest';
import { criticalStyles } from './critical-styles.ts';

const markup = '<div class="card wide"><p class="text">A</p></div>';

test('rules for classes that the markup has not are left out of the critical styles', () => {
  const css = 'body{margin:0}.card{color:red}.menu,.text{top:0}.card .menu{top:1px}.card:not(.menu){top:2px}';
  const kept = 'body{margin:0}.card{color:red}.menu,.text{top:0}.card:not(.menu){top:2px}';
  expect(criticalStyles(css, markup)).toBe(kept);
});

test('critical styles keep conditions, fonts and animations that are used, and no empty conditions', () => {
  const css =
    '@font-face{font-family:A}@media print{.menu{top:0}}@media (width>1px){.menu{top:0}.text{animation:1s grow}}' +
    '@keyframes grow{0%{top:0}}@keyframes shrink{0%{top:0}}';
  const kept = '@font-face{font-family:A}@media (width>1px){.text{animation:1s grow}}@keyframes grow{0%{top:0}}';
  expect(criticalStyles(css, markup)).toBe(kept);
});

test('critical styles keep the variables that they need, also through other variables', () => {
  const css = ':root{--a:1px;--b:var(--a);--c:2px}.card{--d:3px;width:var(--b)}.text{content:"}"}';
  expect(criticalStyles(css, markup)).toBe(':root{--a:1px;--b:var(--a);}.card{width:var(--b)}.text{content:"}"}');
});

test('critical styles keep the variables that only styles of the markup need', () => {
  expect(criticalStyles(':root{--a:1px;--b:2px}', '#root [data-style="0"]{top:var(--b)}')).toBe(':root{--b:2px}');
});
