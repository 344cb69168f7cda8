import { adminScreens } from './admin-screens.ts';
import { cabinetScreens } from './cabinet-screens.ts';
import { moneyScreens } from './money-screens.ts';
import type { Screen } from './screen.ts';
import { visitorScreens } from './visitor-screens.ts';

/** Photographed before the business has requisites, statements, documents, keys and addresses. */
export const bareScreens: Screen[] = [
  { name: 'top-up-no-invoices', by: 'owner', path: '/payments/create' },
  { name: 'documents-empty', by: 'owner', path: '/documents/' },
  { name: 'transfers-empty', by: 'owner', path: '/payments/?status=transfers' },
  { name: 'cards-empty', by: 'owner', path: '/organization/{company}?tab=cards' },
  { name: 'notifications-empty', by: 'member', path: '/notifications/' },
  { name: 'admin-statements-empty', by: 'staff', path: '/admin/statements' },
  { name: 'admin-unidentified-empty', by: 'staff', path: '/admin/unidentified' },
  { name: 'admin-documents-empty', by: 'staff', path: '/admin/documents' },
  { name: 'admin-business-empty', by: 'admin', path: '/admin/business' },
  { name: 'admin-keys-empty', by: 'admin', path: '/admin/keys' },
  { name: 'admin-webhooks-empty', by: 'admin', path: '/admin/webhooks' },
];

export const screens: Screen[] = [...visitorScreens, ...cabinetScreens, ...moneyScreens, ...adminScreens];
