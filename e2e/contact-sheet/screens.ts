import type { Actor } from './actors.ts';
import { fill, loseNetwork, openDialog, openPalette, press, type Reach, register, withoutNetwork } from './reach.ts';

export interface Screen {
  name: string;
  by: Actor;
  path: string;
  reach?: Reach;
  /** Calls that fail, or never answer. */
  calls?: 'failed' | 'silent';
}

const organization = '/organization/{company}';
const wrongTaxNumber = { ИНН: '1234567890', КПП: '771401001' };

export const screens: Screen[] = [
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
  { name: 'checkout', by: 'visitor', path: '{checkout}' },

  { name: 'newcomer-home', by: 'newcomer', path: '/' },
  { name: 'newcomer-payments', by: 'newcomer', path: '/payments/' },
  { name: 'newcomer-operations', by: 'newcomer', path: '/operations/' },
  { name: 'newcomer-dashboard', by: 'newcomer', path: '/dashboard/{empty}' },
  { name: 'newcomer-members', by: 'newcomer', path: '/organization/{empty}?tab=members' },
  { name: 'newcomer-invitations', by: 'newcomer', path: '/organization/{empty}?tab=invitations' },
  { name: 'newcomer-log', by: 'newcomer', path: '/organization/{empty}?tab=log' },
  { name: 'newcomer-top-up', by: 'newcomer', path: '/payments/create' },

  { name: 'home', by: 'owner', path: '/' },
  { name: 'palette', by: 'owner', path: '/', reach: openPalette },
  { name: 'organization-menu', by: 'owner', path: '/profile/', reach: press(/^Организация: /) },
  { name: 'payments', by: 'owner', path: '/payments/' },
  { name: 'payments-nothing', by: 'owner', path: '/payments/?search=такого нет' },
  { name: 'payments-failed', by: 'owner', path: '/payments/', calls: 'failed' },
  { name: 'payments-loading', by: 'owner', path: '/payments/', calls: 'silent' },
  { name: 'payments-lost-network', by: 'owner', path: '/payments/', reach: loseNetwork },
  { name: 'operations-no-network', by: 'owner', path: '/payments/', reach: withoutNetwork('/operations/') },
  { name: 'operations', by: 'owner', path: '/operations/' },
  { name: 'top-up', by: 'owner', path: '/payments/create?amount=12500.50' },
  { name: 'payment', by: 'owner', path: '/payments/{paid}' },
  { name: 'payment-pending', by: 'owner', path: '/payments/{pending}' },
  { name: 'payment-declined', by: 'owner', path: '/payments/{declined}' },
  { name: 'payment-review', by: 'owner', path: '/payments/{review}' },
  { name: 'payment-unknown', by: 'owner', path: '/payments/{company}' },
  { name: 'result-success', by: 'owner', path: '/payments/success?paymentId={paid}' },
  { name: 'result-pending', by: 'owner', path: '/payments/success?paymentId={pending}' },
  { name: 'result-error', by: 'owner', path: '/payments/error?paymentId={declined}' },
  { name: 'dashboard', by: 'owner', path: '/dashboard/{company}' },
  { name: 'dashboard-failed', by: 'owner', path: '/dashboard/{company}', calls: 'failed' },
  { name: 'dashboard-loading', by: 'owner', path: '/dashboard/{company}', calls: 'silent' },
  { name: 'organization', by: 'owner', path: organization },
  { name: 'organization-close', by: 'owner', path: organization, reach: openDialog('Закрыть организацию') },
  { name: 'organization-members', by: 'owner', path: `${organization}?tab=members` },
  { name: 'organization-invitations', by: 'owner', path: `${organization}?tab=invitations` },
  { name: 'organization-requisites', by: 'owner', path: `${organization}?tab=requisites` },
  {
    name: 'organization-requisites-form',
    by: 'owner',
    path: `${organization}?tab=requisites`,
    reach: press('Изменить'),
  },
  { name: 'organization-log', by: 'owner', path: `${organization}?tab=log` },
  { name: 'organization-failed', by: 'owner', path: organization, calls: 'failed' },
  {
    name: 'organization-create',
    by: 'owner',
    path: '/profile/',
    reach: async (page) => {
      await openDialog(/^Организация: /, 'Создать организацию')(page);
      for (const [label, value] of Object.entries(wrongTaxNumber)) await page.getByLabel(label).fill(value);
    },
  },
  { name: 'profile', by: 'owner', path: '/profile/' },
  { name: 'profile-password', by: 'owner', path: '/profile/', reach: openDialog('Сменить пароль') },
  { name: 'profile-second-factor', by: 'owner', path: '/profile/', reach: openDialog(/^Включить/) },
  { name: 'profile-delete', by: 'owner', path: '/profile/', reach: openDialog('Удалить аккаунт') },
  { name: 'profile-failed', by: 'owner', path: '/profile/', calls: 'failed' },
  { name: 'info', by: 'owner', path: '/info/' },
  { name: 'terms', by: 'owner', path: '/info/terms' },
  { name: 'privacy', by: 'owner', path: '/info/privacy' },
  { name: 'contacts', by: 'owner', path: '/info/contacts' },
  { name: 'not-found-signed-in', by: 'owner', path: '/nowhere' },

  { name: 'member-home', by: 'member', path: '/' },
  { name: 'member-organization', by: 'member', path: organization },
  { name: 'member-members', by: 'member', path: `${organization}?tab=members` },
  { name: 'member-payments', by: 'member', path: '/payments/' },

  { name: 'admin', by: 'staff', path: '/admin/' },
  { name: 'admin-decision', by: 'staff', path: '/admin/', reach: openDialog(/^Зачислить/) },
  { name: 'admin-failed', by: 'staff', path: '/admin/', calls: 'failed' },
  { name: 'admin-users', by: 'staff', path: '/admin/users' },
  { name: 'admin-user', by: 'staff', path: '/admin/users?user={user}' },
  { name: 'admin-organizations', by: 'staff', path: '/admin/organizations' },
  { name: 'admin-organization', by: 'staff', path: '/admin/organizations?organization={company}' },
  {
    name: 'admin-adjustment',
    by: 'staff',
    path: '/admin/organizations?organization={company}',
    reach: openDialog('Изменить баланс'),
  },
  {
    name: 'admin-credit-limit',
    by: 'staff',
    path: '/admin/organizations?organization={company}',
    reach: openDialog('Изменить лимит'),
  },
  { name: 'admin-statements', by: 'staff', path: '/admin/statements' },
  { name: 'admin-unidentified', by: 'staff', path: '/admin/unidentified' },
  { name: 'admin-business', by: 'staff', path: '/admin/business' },
  { name: 'admin-keys', by: 'staff', path: '/admin/keys' },
  { name: 'admin-key-new', by: 'staff', path: '/admin/keys', reach: openDialog('Создать ключ') },
  { name: 'admin-webhooks', by: 'staff', path: '/admin/webhooks' },
  { name: 'admin-webhook-new', by: 'staff', path: '/admin/webhooks', reach: openDialog('Добавить адрес') },
  { name: 'admin-reference', by: 'staff', path: '/admin/api' },
];
