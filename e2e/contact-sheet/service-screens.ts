import { openDialog, press } from './reach.ts';
import type { Screen } from './screen.ts';
import { answers, serviceIds, tariffIds, upcoming } from './service-answers.ts';

const services = { by: 'owner', path: '/services/' } as const;
const one = { by: 'owner', path: `/services/${serviceIds.active}`, answers: answers.one } as const;

export const serviceScreens: Screen[] = [
  { ...services, name: 'services', answers: answers.all },
  { ...services, name: 'services-ended', answers: answers.all, reach: press(/^Показать отключённые/) },
  { ...services, name: 'services-empty', answers: answers.empty },
  { ...services, name: 'services-nothing-connected', answers: answers.nothingConnected },
  { ...services, name: 'services-promised', answers: answers.promised },
  { ...services, name: 'services-take-promised', answers: answers.all, reach: openDialog('Взять обещанный платёж') },
  { ...services, name: 'services-member', by: 'member', answers: answers.all },
  { ...services, name: 'services-failed', calls: 'failed' },
  { ...services, name: 'services-loading', calls: 'unanswered' },
  { by: 'owner', name: 'connect', path: `/services/connect/${tariffIds.yearly}`, answers: answers.connect },
  { by: 'owner', name: 'connect-seats', path: `/services/connect/${tariffIds.seats}`, answers: answers.connect },
  { by: 'owner', name: 'connect-short', path: `/services/connect/${tariffIds.seats}`, answers: answers.connectShort },
  { by: 'owner', name: 'connect-unknown', path: '/services/connect/{company}', answers: answers.connect },
  { ...one, name: 'subscription' },
  { ...one, name: 'subscription-usage', answers: answers.usage },
  { ...one, name: 'subscription-pause', reach: openDialog('Поставить на паузу') },
  { ...one, name: 'subscription-stop', reach: openDialog('Другие действия', 'Отключить услугу') },
  {
    ...one,
    name: 'subscription-change',
    answers: answers.change,
    reach: async (page) => {
      await openDialog('Сменить тариф')(page);
      await page.getByLabel('Про, на год').check();
      await page.getByText('Новые условия начнут действовать').waitFor();
    },
  },
  { by: 'owner', name: 'subscription-seats', path: `/services/${serviceIds.seated}`, answers: answers.seats },
  {
    by: 'owner',
    name: 'subscription-quantity',
    path: `/services/${serviceIds.seated}`,
    answers: answers.seats,
    reach: openDialog('Изменить количество'),
  },
  { by: 'owner', name: 'subscription-paused', path: `/services/${serviceIds.paused}`, answers: answers.paused },
  {
    by: 'owner',
    name: 'subscription-resume',
    path: `/services/${serviceIds.paused}`,
    answers: answers.paused,
    reach: openDialog('Возобновить'),
  },
  {
    by: 'owner',
    name: 'subscription-suspended',
    path: `/services/${serviceIds.suspended}`,
    answers: answers.suspended,
  },
  { by: 'owner', name: 'home-services', path: '/', answers: answers.home },
  { by: 'owner', name: 'dashboard-services', path: '/dashboard/{company}', changes: upcoming },
];
