import { openDialog, press, settled } from './reach.ts';
import type { Screen } from './screen.ts';

const shownNow = { from: '2026-11-14T06:00:00.000Z', until: '2026-11-21T06:00:00.000Z' };
const works = 'В субботу с 2 до 5 часов ночи обновляем оборудование: услуги работают, кабинет может не открываться.';
const announcements = [
  { id: '00000000-0000-4000-8000-000000000001', text: works, link: '/info/help', isDismissed: false },
  { id: '00000000-0000-4000-8000-000000000002', text: 'С января новые цены.', link: null, isDismissed: false },
];
const ofStaff = { ...shownNow, link: null, tariffId: null, tariffName: null, people: 1284, dismissed: 37 };
const announced = [
  { ...ofStaff, id: announcements[0]?.id, text: works, audience: 'everybody', state: 'shown' },
  {
    ...{ ...ofStaff, id: announcements[1]?.id, text: 'С января тариф «Бизнес» стоит 990\u00a0₽ в месяц.' },
    ...{ audience: 'tariff', tariffName: 'Бизнес', state: 'planned', people: 21, dismissed: 0 },
  },
  { ...ofStaff, id: '00000000-0000-4000-8000-000000000003', text: 'Каникулы', audience: 'owners', state: 'ended' },
];
const ours =
  'Мы работаем **с 9 до 18** по Москве.\n\n## Как добраться\n1. Метро «Невский проспект».\n2. Пешком до арки.';

const lacksOfXml = {
  missing: [
    { path: 'seller.edo', message: 'Идентификатор ЭДО продавца' },
    { path: 'buyer.edo', message: 'Идентификатор ЭДО покупателя' },
    { path: 'buyer.address', message: 'Адрес покупателя в документе' },
  ],
};

/** What is said to customers, and what they ask: help, announcements, views, MAX, first steps, files for exchange. */
export const talkScreens: Screen[] = [
  { name: 'help', by: 'owner', path: '/info/help/' },
  { name: 'help-found', by: 'owner', path: '/info/help/?q=вернуть' },
  { name: 'help-nothing', by: 'owner', path: '/info/help/?q=бегемот' },
  { name: 'help-article', by: 'owner', path: '/info/help/requests' },
  { name: 'help-hidden', by: 'owner', path: '/info/help/nothing-of-the-kind' },
  {
    // A strip that came late is on the next page.
    ...{ name: 'announcement-strip', by: 'owner', path: '/services/', reach: press('Операции') },
    changes: { '/api/profile': { announcements } },
  },
  {
    ...{ name: 'announcement-bell', by: 'owner', path: '/profile/' },
    changes: { '/api/profile': { announcements } },
    reach: openDialog(/^Уведомления/),
  },
  { name: 'views-empty', by: 'owner', path: '/operations/', reach: openDialog('Сохранённые') },
  { name: 'views', by: 'owner', path: '/operations/?direction=in', reach: openDialog('Сохранённые') },
  {
    ...{ name: 'max', by: 'owner', path: '/notifications/settings' },
    reach: async (page) => {
      await press('Подключить MAX')(page);
      await page.getByRole('link', { name: 'Открыть бота' }).waitFor();
    },
  },
  {
    ...{ name: 'max-linked', by: 'owner', path: '/notifications/settings' },
    answers: {
      '/api/profile/max': {
        ...{ isOffered: true, link: { name: 'Мария', isOn: true, linkedAt: '2026-11-14T06:00:00.000Z' } },
      },
    },
  },
  {
    ...{ name: 'documents-xml-lacks', by: 'owner', path: '/documents/' },
    answers: { '/api/documents/*/xml/readiness': lacksOfXml },
    reach: openDialog(/^Скачать: (Акт|УПД)/),
  },
  { name: 'documents-xml', by: 'owner', path: '/documents/', reach: openDialog(/^Скачать: (Акт|УПД)/) },

  { name: 'admin-setup', by: 'admin', path: '/admin/' },
  { name: 'admin-help', by: 'admin', path: '/admin/help' },
  {
    ...{ name: 'admin-help-article', by: 'admin', path: '/admin/help/new' },
    reach: async (page) => {
      await page.getByLabel('Название').fill('Как нас найти');
      await page.getByLabel('Текст', { exact: true }).fill(ours);
      await page.getByRole('heading', { name: 'Как добраться' }).waitFor();
      await settled(page);
    },
  },
  { name: 'admin-announcements-empty', by: 'admin', path: '/admin/announcements' },
  {
    ...{ name: 'admin-announcements', by: 'admin', path: '/admin/announcements' },
    answers: { '/api/admin/announcements': { items: announced, nextCursor: null } },
  },
  {
    ...{ name: 'admin-announcement-form', by: 'admin', path: '/admin/announcements' },
    reach: openDialog('Добавить объявление'),
  },
  { name: 'admin-views', by: 'admin', path: '/admin/payments?status=succeeded', reach: openDialog('Сохранённые') },
  { name: 'admin-refunds', by: 'admin', path: '/admin/refunds' },
];
