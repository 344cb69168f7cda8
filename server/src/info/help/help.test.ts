import * as staff from '@kazna/contract/admin/help';
import { getHelpArticle, listHelp } from '@kazna/contract/cabinet/help';
import { beforeEach, expect, test } from 'vitest';
import { appForThisFile } from '../../../tests/support/app-for-file.ts';
import { plantHelp } from '../../../tests/support/help.ts';
import { createPerson, signInPerson } from '../../../tests/support/people.ts';
import { newStaff } from '../../../tests/support/staff.ts';
import { sql } from '../../platform/db/sql.ts';

const app = appForThisFile();

beforeEach(() => app.db.query(sql`with hidden as (delete from hidden_help) delete from help_articles`));

const open = async () => {
  const [customer, admin] = [
    (await signInPerson(app, await createPerson(app))).accessToken,
    (await newStaff(app, 'admin')).token,
  ];
  const find = async (q?: string) =>
    (await app.call(listHelp, { query: q ? { q } : {} }, { token: customer })).body.items;
  return { customer: { token: customer }, admin: { token: admin }, find };
};

test('help comes with an article for each screen of customers, each with a summary', async () => {
  const { find, customer } = await open();
  const articles = await find();
  expect(articles.map(({ slug }) => slug)).toEqual([
    ...['home', 'services', 'operations', 'top-up', 'auto-top-up', 'payment-links'],
    ...['spending', 'documents', 'organization', 'requests', 'profile', 'notifications'],
  ]);
  for (const { slug, about, isBuiltIn } of articles) {
    expect(about.length).toBeGreaterThan(30);
    expect(isBuiltIn).toBe(true);
    const { body } = await app.call(getHelpArticle, { params: { slug } }, customer);
    for (const [, linked] of body.markdown.matchAll(/\(\/info\/help\/([a-z-]+)\)/g))
      expect(articles.map((article) => article.slug)).toContain(linked);
  }
});

test('help is found by beginnings and forms of words, with е for ё, in both kinds of articles', async () => {
  const { find } = await open();
  await plantHelp(app.db, { slug: 'nevsky', title: 'Приёмная', markdown: 'Мы рядом с пополняемыми автоматами.' });
  const slugs = async (q: string) => (await find(q)).map(({ slug }) => slug);
  expect(await slugs('пополн')).toEqual(expect.arrayContaining(['top-up', 'nevsky']));
  expect((await slugs('ПОПОЛНЕНИЯМИ'))[0]).toBe('top-up');
  expect(await slugs('приемная')).toEqual(['nevsky']);
  expect(await slugs('вернуть деньги')).toContain('operations');
  expect(await slugs('бегемот')).toEqual([]);
});

test.each(["'); drop table help_articles; --", '& | ! ( ) : *', '<->', '\\', 'и на', '%'])(
  'the help search «%s» matches nothing and fails nothing',
  async (q) => {
    const { find } = await open();
    expect(await find(q)).toEqual([]);
  },
);

test('a draft of a help article is seen by staff alone until it is published', async () => {
  const { admin, customer, find } = await open();
  const form = { title: 'Режим работы', markdown: 'С **9** до 18.', isPublished: false };
  const body = { ...form, slug: 'hours', isReplacement: false };
  const { id: articleId } = (await app.call(staff.createHelpArticle, { body }, admin)).body;
  const read = () => app.call(getHelpArticle, { params: { slug: 'hours' } }, customer);
  expect((await read()).status).toBe(404);
  expect(await find('режим')).toEqual([]);
  await app.call(staff.updateHelpArticle, { params: { articleId }, body: { ...form, isPublished: true } }, admin);
  expect(await read()).toMatchObject({ status: 200, body: { markdown: 'С **9** до 18.', isBuiltIn: false } });
  expect(await find('режим')).toMatchObject([{ slug: 'hours', about: 'С 9 до 18.' }]);
  await app.call(staff.deleteHelpArticle, { params: { articleId } }, admin);
  expect((await read()).status).toBe(404);
});

test('an article of the business replaces one of the product, and its deletion brings that one back', async () => {
  const { admin, customer, find } = await open();
  const body = { slug: 'home', title: 'Начало', markdown: 'Наше.', isPublished: true, isReplacement: true };
  const { id: articleId } = (await app.call(staff.createHelpArticle, { body }, admin)).body;
  expect((await find()).filter(({ slug }) => slug === 'home')).toMatchObject([{ title: 'Начало', isBuiltIn: false }]);
  expect((await find('«Требует внимания»')).map(({ slug }) => slug)).not.toContain('home');
  await app.call(staff.deleteHelpArticle, { params: { articleId } }, admin);
  expect((await app.call(getHelpArticle, { params: { slug: 'home' } }, customer)).body.isBuiltIn).toBe(true);
});

test('a hidden article of the product is neither listed, found nor read', async () => {
  const { admin, customer, find } = await open();
  const hide = (isHidden: boolean) =>
    app.call(staff.hideHelp, { params: { slug: 'spending' }, body: { isHidden } }, admin);
  await hide(true);
  expect((await find()).map(({ slug }) => slug)).not.toContain('spending');
  expect((await find('бюджет')).map(({ slug }) => slug)).not.toContain('spending');
  const read = () => app.call(getHelpArticle, { params: { slug: 'spending' } }, customer);
  expect((await read()).status).toBe(404);
  await hide(false);
  expect((await read()).status).toBe(200);
});

test('a slug of help is taken once, and that of the product only by a replacement', async () => {
  const { admin } = await open();
  const create = (slug: string, isReplacement: boolean) => {
    const body = { slug, title: 'Статья', markdown: 'Текст', isPublished: true, isReplacement };
    return app.call(staff.createHelpArticle, { body }, admin);
  };
  const refused = { status: 400, body: { errors: [{ path: 'slug' }] } };
  expect((await create('one', false)).status).toBe(201);
  for (const [slug, isReplacement] of [
    ['one', false],
    ['home', false],
    ['two', true],
    ['../etc', false],
  ] as const)
    expect(await create(slug, isReplacement)).toMatchObject(refused);
});

test('articles of the business stand in the order that staff give them', async () => {
  const { admin, find } = await open();
  const [one, two, three] = [
    await plantHelp(app.db, { slug: 'one' }),
    await plantHelp(app.db, { slug: 'two' }),
    await plantHelp(app.db, { slug: 'three' }),
  ];
  await app.call(staff.orderHelp, { body: { articleIds: [three, one] } }, admin);
  expect((await find()).slice(0, 3).map(({ slug }) => slug)).toEqual(['three', 'one', 'two']);
  const listed = (await app.call(staff.listHelpAsStaff, {}, admin)).body.items;
  expect(listed.map(({ id }) => id)).toEqual([three, one, two]);
});
