import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

function html(source: string, headingOffset?: 0 | 1) {
  const markup = renderToStaticMarkup(<Markdown source={source} headingOffset={headingOffset} />);
  return markup.replace(/^<div[^>]*>|<\/div>$/g, '');
}

test('Markdown headings keep their level or are shifted below the page title', () => {
  expect(html('# Оферта\n\n## Предмет')).toBe('<h1>Оферта</h1><h2>Предмет</h2>');
  expect(html('# Оферта\n### Мелочи', 1)).toBe('<h2>Оферта</h2><h4>Мелочи</h4>');
});

test('Markdown lines join into a paragraph, an empty line separates paragraphs', () => {
  expect(html('один\nдва\n\nтри')).toBe('<p>один два</p><p>три</p>');
});

test('Markdown lists are ordered or unordered, and an item may continue on the next line', () => {
  expect(html('- раз\n  и ещё\n- два')).toBe('<ul><li>раз и ещё</li><li>два</li></ul>');
  expect(html('3. три\n\n4. четыре')).toBe('<ol start="3"><li>три</li><li>четыре</li></ol>');
});

test('bold Markdown text may contain a link', () => {
  expect(html('**важно: [тут](/info/)** и всё')).toBe(
    '<p><strong>важно: <a href="/info/" target="_blank" rel="noopener noreferrer">тут</a></strong> и всё</p>',
  );
});

test('links of a legal text open in a new tab, mail links do not', () => {
  expect(html('[закон](https://example.ru/a)')).toContain('target="_blank" rel="noopener noreferrer"');
  expect(html('[почта](mailto:a@example.ru)')).toBe('<p><a href="mailto:a@example.ru">почта</a></p>');
});

test.each(['javascript:alert`1`', 'data:text/html,x', '//evil.example', '/\\evil.example', 'vbscript:x'])(
  'the URL %s never becomes a link',
  (address) => {
    expect(html(`[нажмите](${address})`)).toBe('<p>нажмите</p>');
  },
);

test('HTML in Markdown stays text', () => {
  expect(html('<img src=x onerror=alert(1)>')).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>');
});

test('a Markdown picture becomes a link, or text where its address is not safe', () => {
  expect(html('![схема](https://example.ru/a.png)')).toBe(
    '<p><a href="https://example.ru/a.png" target="_blank" rel="noopener noreferrer">схема</a></p>',
  );
  expect(html('![схема](data:image/svg+xml,x)')).toBe('<p>схема</p>');
});

test.each([
  '<script>alert(1)</script>',
  '[x](JaVaScRiPt:alert(1))',
  '<svg/onload=alert(1)>',
  '**<iframe src=//evil>**',
])('Markdown «%s» makes neither elements nor links of its own', (source) => {
  expect(html(source)).not.toMatch(/<(?!\/?(p|strong)>)/);
});

test('links of help to pages of the cabinet stay in the tab', () => {
  const markup = renderToStaticMarkup(<Markdown source="[пополнить](/payments/create)" staysHere />);
  expect(markup).toContain('<a href="/payments/create">пополнить</a>');
});

test('Markdown of the longest text of marks is rendered', () => {
  expect(html('**а**'.repeat(4000))).toHaveLength('<p></p>'.length + 4000 * '<strong>а</strong>'.length);
});
