import { forgotPassword } from '@kazna/contract/cabinet/accounts';
import { PNG } from 'pngjs';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { setBusiness } from '../../../tests/support/business.ts';
import { signedInPerson } from '../../../tests/support/organizations.ts';
import { plantPicture } from '../../../tests/support/pictures.ts';
import { makeWebFixture } from '../../../tests/support/web-fixture.ts';
import { openBrand } from './brand.ts';
import { pageDress } from './brand-page.ts';
import { fitPng } from './fit-png.ts';

const app = appForThisFile();

const page = `<!doctype html><html lang="ru"><head><title>Вход — Казна</title><meta name="description" content="Казна — личный кабинет">
<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,ours"></head>
<body><svg data-mark="true"></svg><span data-brand="true">Казна</span></body></html>`;

const dressed = async () => (await pageDress(openBrand(app.db)).read())(page);

test('pages and letters wear the short name, the colour and the logo of the business once staff gave them', async () => {
  const letter = async () => {
    const person = await signedInPerson(app);
    await app.call(forgotPassword, { body: { email: person.email } });
    return app.letter(person.email, 'Восстановление пароля');
  };
  expect(await dressed()).toBe(page);

  await setBusiness(app, { shortName: 'Ромашка & Ко', color: '#7a1fa2' });
  const named = await dressed();
  expect(named).toContain('<html data-business="Ромашка &#38; Ко" lang="ru">');
  expect(named).toContain('<title>Вход — Ромашка &#38; Ко</title>');
  expect(named).toContain('content="Ромашка &#38; Ко — личный кабинет"');
  expect(named).toContain('<span data-brand="true">Ромашка &#38; Ко</span>');
  expect(named).toContain('--kazna-primary:#7a1fa2');
  expect(named).toContain('data:image/svg+xml;base64,');
  expect(named).not.toContain('Казна');
  const { html, text } = await letter();
  expect(html).toContain('background:#7a1fa2');
  expect(html).toContain('</span>Ромашка &amp; Ко');
  expect(text).toMatch(/--\nРомашка & Ко\n$/);

  await plantPicture(app.db, 'logo');
  expect(await dressed()).toContain('rel="icon" href="data:image/png;base64,');
  expect((await letter()).html).toMatch(
    /<img src="data:image\/png;base64,[^"]+" alt="Ромашка &amp; Ко" width="96" height="32"/,
  );
});

test('a page is sent with the brand that stands now', async () => {
  const web = await makeWebFixture();
  onTestFinished(web.remove);
  const own = await startTestApp(inject('databaseUrl'), { webDirectory: web.directory });
  onTestFinished(() => own.close());
  const read = async () => (await own.app.inject('/auth')).body;
  expect(await read()).not.toContain('data-business');
  await setBusiness(own, { shortName: 'Ромашка' });
  expect(await read()).toContain('data-business="Ромашка"');
});

const named = (name: string) => ({ name, color: null, logo: null });

test('the brand is read once in two seconds, and anew at once after a change', async () => {
  let now = 10_000;
  const readings: ((name: string) => void)[] = [];
  const { read, expire } = pageDress(
    () => new Promise((resolve) => readings.push((name) => resolve(named(name)))),
    () => now,
  );
  const shown = async (answered?: string) => {
    const dressing = read();
    if (answered) readings.at(-1)?.(answered);
    return /data-business="([^"]*)"/.exec((await dressing)(page))?.[1];
  };
  expect(await shown('Ромашка')).toBe('Ромашка');
  now += 1999;
  expect(await shown()).toBe('Ромашка');
  expect(readings).toHaveLength(1);
  now += 1;
  expect(await shown('Лютик')).toBe('Лютик');
  expire();
  expect(await shown('Василёк')).toBe('Василёк');

  now += 2000;
  const before = read();
  expire();
  expect(await shown('Пион')).toBe('Пион');
  readings.at(-2)?.('Василёк');
  await before;
  expect(await shown()).toBe('Пион');
});

test('a brand that does not come in time leaves the page as it was last', async () => {
  let now = 0;
  const brands = [named('Ромашка')];
  const { read } = pageDress(
    async () => brands.pop() ?? new Promise<never>(() => {}),
    () => now,
  );
  expect((await read())(page)).toContain('data-business="Ромашка"');
  now = 2000;
  expect((await read())(page)).toContain('data-business="Ромашка"');
  const failing = pageDress(() => Promise.reject(new Error('no database')));
  expect((await failing.read())(page)).toBe(page);
});

test('a colour on which white text cannot be read is refused', async () => {
  await expect(setBusiness(app, { color: '#ffcc00' }, 1)).rejects.toThrow('400');
});

test('a logo is made small by the average of its pixels, of which transparent ones give no colour', async () => {
  const source = new PNG({ width: 640, height: 128 });
  for (let at = 0; at < source.data.length; at += 4) {
    // Columns of red and of transparent green by turns.
    source.data.set((at / 4) % 2 === 0 ? [200, 0, 0, 255] : [0, 255, 0, 0], at);
  }
  const { png, width, height } = await fitPng(PNG.sync.write(source), { width: 320, height: 64 });
  expect([width, height]).toEqual([320, 64]);
  const { data } = PNG.sync.read(png);
  expect([...data.subarray(0, 4)]).toEqual([200, 0, 0, 128]);
  const small = await fitPng(PNG.sync.write(new PNG({ width: 10, height: 5 })), { width: 320, height: 64 });
  expect([small.width, small.height]).toEqual([10, 5]);
});
