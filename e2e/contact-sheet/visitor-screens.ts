import { chooseInTestId, fill, loseNetwork, openDialog, press, register } from './reach.ts';
import type { Screen } from './screen.ts';

export const visitorScreens: Screen[] = [
  { name: 'landing', by: 'visitor', path: '/' },
  { name: 'sign-in', by: 'visitor', path: '/auth' },
  {
    name: 'sign-in-refused',
    by: 'visitor',
    path: '/auth',
    reach: fill({ 'E-mail': 'nobody@example.ru', Пароль: 'неизвестный пароль' }, 'Войти'),
  },
  {
    name: 'sign-in-no-network',
    by: 'visitor',
    path: '/auth',
    reach: async (page) => {
      await loseNetwork(page);
      await fill({ 'E-mail': 'nobody@example.ru', Пароль: 'неизвестный пароль' }, 'Войти')(page);
    },
  },
  { name: 'registration', by: 'visitor', path: '/auth?mode=register' },
  {
    name: 'registration-errors',
    by: 'visitor',
    path: '/auth?mode=register',
    reach: fill({ Пароль: '1234567' }, 'Зарегистрироваться'),
  },
  { name: 'registration-offer', by: 'visitor', path: '/auth?mode=register', reach: openDialog('Текст оферты') },
  { name: 'registration-done', by: 'visitor', path: '/auth?mode=register', reach: register },
  { name: 'external-expired', by: 'visitor', path: '/auth/external' },
  { name: 'sandbox-id', by: 'visitor', path: '/auth', reach: chooseInTestId(null) },
  { name: 'external-registration', by: 'visitor', path: '/auth', reach: chooseInTestId(/Вера/) },
  { name: 'external-declined', by: 'visitor', path: '/auth', reach: chooseInTestId('Отказаться') },
  { name: 'verify-dead-link', by: 'visitor', path: '/auth/verify?token=abc' },
  { name: 'verify-failed', by: 'visitor', path: '/auth/verify?token=abc', calls: 'failed' },
  { name: 'recovery', by: 'visitor', path: '/auth/recovery' },
  {
    name: 'recovery-sent',
    by: 'visitor',
    path: '/auth/recovery',
    reach: fill({ 'E-mail': 'nobody@example.ru' }, 'Отправить ссылку'),
  },
  { name: 'reset', by: 'visitor', path: '/auth/reset-password?token=abc' },
  { name: 'reset-dead-link', by: 'visitor', path: '/auth/reset-password' },
  { name: 'not-found', by: 'visitor', path: '/nowhere' },
  { name: 'mailbox', by: 'visitor', path: '/dev/mail' },
  { name: 'clock', by: 'visitor', path: '/dev/clock' },
  {
    name: 'mailbox-letter',
    by: 'visitor',
    path: '/dev/mail',
    reach: async (page) => {
      await page.getByText('Вид письма').first().click();
      await page.frameLocator('iframe').first().getByText('Казна').first().waitFor();
    },
  },
  { name: 'checkout', by: 'visitor', path: '{checkout}' },
  { name: 'binding', by: 'visitor', path: '{binding}' },
  { name: 'checkout-errors', by: 'visitor', path: '{checkout}', reach: press('Оплатить') },
  { name: 'checkout-paid', by: 'visitor', path: '{checkoutPaid}' },
  { name: 'unsubscribe', by: 'visitor', path: '/auth/unsubscribe?token=abc' },
  { name: 'unsubscribe-dead-link', by: 'visitor', path: '/auth/unsubscribe?token=abc', reach: press('Отписаться') },
  {
    name: 'unsubscribed',
    by: 'visitor',
    path: '/auth/unsubscribe?token=abc',
    reach: async (page) => {
      await page.route('**/api/notifications/unsubscribe', (route) => route.fulfill({ json: { category: 'members' } }));
      await press('Отписаться')(page);
    },
  },
];
