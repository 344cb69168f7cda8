import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Page } from './page.tsx';

test('a page is narrow only when asked for', () => {
  const markup = (isNarrow: boolean) =>
    renderToStaticMarkup(
      <Page title="Настройки" isNarrow={isNarrow}>
        текст
      </Page>,
    );
  expect(markup(true)).toContain('data-narrow');
  expect(markup(false)).not.toContain('data-narrow');
});
