import { openDialog, openPersonMenu, press } from './reach.ts';
import type { Screen } from './screen.ts';

const organization = '/organization/{company}';
const wrongTaxNumber = { ИНН: '1234567890', КПП: '771401001' };

export const cabinetScreens: Screen[] = [
  { name: 'newcomer-home', by: 'newcomer', path: '/' },
  { name: 'newcomer-payments', by: 'newcomer', path: '/payments/' },
  { name: 'newcomer-operations', by: 'newcomer', path: '/operations/' },
  { name: 'newcomer-dashboard', by: 'newcomer', path: '/dashboard/{empty}' },
  { name: 'newcomer-members', by: 'newcomer', path: '/organization/{empty}?tab=members' },
  { name: 'newcomer-invitations', by: 'newcomer', path: '/organization/{empty}?tab=invitations' },
  { name: 'newcomer-log', by: 'newcomer', path: '/organization/{empty}?tab=log' },
  { name: 'newcomer-top-up', by: 'newcomer', path: '/payments/create' },
  { name: 'newcomer-documents', by: 'newcomer', path: '/documents/' },
  { name: 'newcomer-notifications', by: 'newcomer', path: '/notifications/' },
  { name: 'newcomer-cards', by: 'newcomer', path: '/organization/{empty}?tab=cards' },
  { name: 'newcomer-bell', by: 'newcomer', path: '/profile/', reach: openDialog(/^Уведомления/) },

  { name: 'newcomer-requests', by: 'newcomer', path: '/requests/' },
  { name: 'requests', by: 'owner', path: '/requests/' },
  { name: 'requests-new', by: 'owner', path: '/requests/new?kind=payment&about={paid}' },
  { name: 'requests-thread', by: 'owner', path: '/requests/{request}' },

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
  { name: 'profile-external', by: 'owner', path: '/profile/', reach: openDialog('Привязать') },
  { name: 'profile-consents', by: 'owner', path: '/profile/', reach: openDialog('Посмотреть') },
  { name: 'profile-failed', by: 'owner', path: '/profile/', calls: 'failed' },
  { name: 'info', by: 'owner', path: '/info/' },
  { name: 'terms', by: 'owner', path: '/info/terms' },
  { name: 'privacy', by: 'owner', path: '/info/privacy' },
  { name: 'contacts', by: 'owner', path: '/info/contacts' },
  { name: 'not-found-signed-in', by: 'owner', path: '/nowhere' },
  { name: 'cards', by: 'owner', path: `${organization}?tab=cards` },
  { name: 'cards-menu', by: 'owner', path: `${organization}?tab=cards`, reach: openDialog(/^Действия: Мир/) },
  { name: 'cards-paused', by: 'secondOwner', path: '/organization/{secondCompany}?tab=cards' },
  { name: 'bell', by: 'owner', path: '/profile/', reach: openDialog(/^Уведомления/) },
  { name: 'person-menu', by: 'owner', path: '/profile/', reach: openPersonMenu },
  { name: 'notifications', by: 'owner', path: '/notifications/' },
  { name: 'notifications-nothing', by: 'owner', path: '/notifications/?category=balance' },
  { name: 'notifications-failed', by: 'owner', path: '/notifications/', calls: 'failed' },
  { name: 'notification-settings', by: 'owner', path: '/notifications/settings' },

  { name: 'member-home', by: 'member', path: '/' },
  { name: 'member-organization', by: 'member', path: organization },
  { name: 'member-members', by: 'member', path: `${organization}?tab=members` },
  { name: 'member-payments', by: 'member', path: '/payments/' },
];
