import { adminScreens } from './admin-screens.ts';
import { cabinetScreens } from './cabinet-screens.ts';
import { moneyScreens } from './money-screens.ts';
import { payingScreens } from './paying-screens.ts';
import type { Screen } from './screen.ts';
import { serviceScreens } from './service-screens.ts';
import { staffServiceScreens } from './staff-service-screens.ts';
import { talkScreens } from './talk-screens.ts';
import { visitorScreens } from './visitor-screens.ts';

const empty = { items: [], nextCursor: null };
const noBusiness = { version: 0, data: null, changedAt: null, changedBy: null };

/** Before anybody filled anything in. */
const emptyScreens: Screen[] = [
  {
    name: 'top-up-no-invoices',
    by: 'owner',
    path: '/payments/create',
    answers: { '/api/invoices/readiness': { readiness: 'invoices_not_ready' } },
  },
  { name: 'documents-empty', by: 'owner', path: '/documents/', answers: { '/api/documents': empty } },
  {
    name: 'transfers-empty',
    by: 'owner',
    path: '/payments/?status=transfers',
    answers: { '/api/bank-transfers': empty },
  },
  {
    name: 'admin-statements-empty',
    by: 'staff',
    path: '/admin/statements',
    answers: { '/api/admin/bank-statements': empty },
  },
  {
    name: 'admin-unidentified-empty',
    by: 'staff',
    path: '/admin/unidentified',
    answers: { '/api/admin/bank-receipts': empty },
  },
  { name: 'admin-documents-empty', by: 'staff', path: '/admin/documents', answers: { '/api/admin/documents': empty } },
  {
    name: 'admin-business-empty',
    by: 'admin',
    path: '/admin/business',
    answers: { '/api/admin/business': noBusiness },
  },
  { name: 'admin-keys-empty', by: 'admin', path: '/admin/keys', answers: { '/api/admin/keys': empty } },
  { name: 'admin-webhooks-empty', by: 'admin', path: '/admin/webhooks', answers: { '/api/admin/webhooks': empty } },
];

export const screens: Screen[] = [
  ...visitorScreens,
  ...cabinetScreens,
  ...moneyScreens,
  ...payingScreens,
  ...serviceScreens,
  ...talkScreens,
  ...adminScreens,
  ...staffServiceScreens,
  ...emptyScreens,
];
