import { openDialog, press, scrollTo } from './reach.ts';
import type { Screen } from './screen.ts';

export const adminScreens: Screen[] = [
  { name: 'admin', by: 'staff', path: '/admin/' },
  { name: 'admin-decision', by: 'staff', path: '/admin/', reach: openDialog(/^Зачислить/) },
  { name: 'admin-review', by: 'staff', path: '/admin/', reach: openDialog(/^Открыть платёж/) },
  { name: 'admin-failed', by: 'staff', path: '/admin/', calls: 'failed' },
  { name: 'admin-users', by: 'staff', path: '/admin/users' },
  { name: 'admin-user', by: 'staff', path: '/admin/users?user={user}' },
  { name: 'admin-user-actions', by: 'admin', path: '/admin/users?user={user}' },
  { name: 'admin-organizations', by: 'staff', path: '/admin/organizations' },
  { name: 'admin-organization', by: 'staff', path: '/admin/organizations?organization={company}' },
  {
    name: 'admin-organization-invoices',
    by: 'admin',
    path: '/admin/organizations?organization={company}',
    reach: scrollTo('Счета'),
  },
  {
    name: 'admin-organization-payments',
    by: 'admin',
    path: '/admin/organizations?organization={company}',
    reach: scrollTo('Последние платежи'),
  },
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
  { name: 'admin-statement-preview', by: 'staff', path: '/admin/statements?statement={statementPreview}' },
  {
    name: 'admin-statement-post',
    by: 'staff',
    path: '/admin/statements?statement={statementPreview}',
    reach: openDialog(/^Зачислить/),
  },
  {
    name: 'admin-statement-discard',
    by: 'staff',
    path: '/admin/statements?statement={statementPreview}',
    reach: openDialog('Другие действия', 'Удалить выписку'),
  },
  { name: 'admin-statement-posted', by: 'staff', path: '/admin/statements?statement={statementPosted}' },
  {
    name: 'admin-statement-undo',
    by: 'staff',
    path: '/admin/statements?statement={statementPosted}',
    reach: openDialog(/^Отменить/),
  },
  { name: 'admin-statement-undone', by: 'staff', path: '/admin/statements?statement={statementUndone}' },
  { name: 'admin-unidentified', by: 'staff', path: '/admin/unidentified' },
  { name: 'admin-unidentified-returned', by: 'staff', path: '/admin/unidentified?status=returned' },
  { name: 'admin-unidentified-nothing', by: 'staff', path: '/admin/unidentified?q=такого нет' },
  { name: 'admin-assign', by: 'staff', path: '/admin/unidentified', reach: openDialog('Зачислить') },
  { name: 'admin-return', by: 'staff', path: '/admin/unidentified', reach: openDialog('Вернуть') },
  { name: 'admin-documents', by: 'staff', path: '/admin/documents' },
  { name: 'admin-documents-failed', by: 'staff', path: '/admin/documents', calls: 'failed' },
  { name: 'admin-business', by: 'admin', path: '/admin/business' },
  { name: 'admin-business-form', by: 'admin', path: '/admin/business', reach: press('Изменить') },
  {
    name: 'admin-business-sole-proprietor',
    by: 'admin',
    path: '/admin/business',
    reach: async (page) => {
      await press('Изменить')(page);
      await page.getByLabel('Предприниматель').check();
      await page.getByLabel('ОГРНИП', { exact: true }).waitFor();
    },
  },
  { name: 'admin-keys', by: 'admin', path: '/admin/keys' },
  { name: 'admin-keys-forbidden', by: 'staff', path: '/admin/keys' },
  { name: 'admin-key', by: 'admin', path: '/admin/keys?key={key}' },
  { name: 'admin-key-new', by: 'admin', path: '/admin/keys', reach: openDialog('Создать ключ') },
  { name: 'admin-webhooks', by: 'admin', path: '/admin/webhooks' },
  { name: 'admin-webhook', by: 'admin', path: '/admin/webhooks?endpoint={webhook}' },
  { name: 'admin-webhook-failing', by: 'admin', path: '/admin/webhooks?endpoint={failingWebhook}' },
  { name: 'admin-delivery', by: 'admin', path: '/admin/webhooks?endpoint={webhook}&delivery={delivery}' },
  { name: 'admin-webhook-new', by: 'admin', path: '/admin/webhooks', reach: openDialog('Добавить адрес') },
  { name: 'admin-reference', by: 'admin', path: '/admin/api' },
];
