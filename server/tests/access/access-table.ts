import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { type ProblemCode, problems } from '@kazna/contract/shared/problems';
import { accessRows } from './access-rows.ts';

/**
 * Every kind of caller. All of them ask about one organization: `removed` was its owner and is no longer in it, `stranger`
 * has another one, and the last five are staff with no part in it: `unconfirmed` is an administrator who signed in an hour ago
 * and has confirmed nothing since, `viewer` of the support sees the organization as its owner does.
 */
const listedCallers = [
  'anonymous',
  'stranger',
  'removed',
  'member',
  'accountant',
  'admin',
  'owner',
  'support',
  'finance',
  'staffAdmin',
] as const;
/** Staff whose answers follow from those of others. */
const derivedCallers = ['unconfirmed', 'viewer'] as const;
export const callers = [...listedCallers, ...derivedCallers];
export type CallerName = (typeof callers)[number];

export interface Expected {
  status: number;
  code?: ProblemCode;
}

const usualCodes: Record<string, ProblemCode> = { 401: 'unauthorized', 403: 'forbidden', 404: 'not_found' };

function readCell(cell: string): Expected {
  if (cell in problems) return { status: problems[cell as ProblemCode][0], code: cell as ProblemCode };
  const code = usualCodes[cell];
  return { status: Number(cell), ...(code && { code }) };
}

const [head = [], ...lines] = accessRows
  .split('\n')
  .map((line) => line.split(/\s+/).filter(Boolean))
  .filter((cells) => cells.length > 0);

/** What staff may do only within ten minutes of a confirmation, whatever they send. */
export const alwaysConfirmed = [
  'addPasskey',
  'adjustBalance',
  'assignReceipt',
  'chooseProvider',
  'createDiscount',
  'createKey',
  'createWebhook',
  'deleteWebhook',
  'disableUserSecondFactor',
  'endDiscount',
  'getPasskeyOptions',
  'markBankReturned',
  'postBankStatement',
  'putBusinessPicture',
  'refundChargeAsStaff',
  'refundPaymentAsStaff',
  'removeExternalLink',
  'removeBusinessPicture',
  'removePasskey',
  'renewWebhookSecret',
  'resolvePayment',
  'resolveRefund',
  'returnReceipt',
  'revokeKey',
  'rollKey',
  'setCreditLimit',
  'setFirstPassword',
  'setPromisedPaymentRules',
  'startExternalLink',
  'updateBusiness',
  'updateBusinessPictures',
];

type Listed = Record<(typeof listedCallers)[number], Expected>;

/** A viewer changes nothing, sees the organization as its owner and the rest as themselves. */
function answerToViewer(name: string, { owner, support }: Listed): Expected {
  const { method, access } = endpoints[name] as Endpoint;
  if (access === 'public' || access === 'refresh' || access === 'eitherToken') return support;
  if (method !== 'GET' && name !== 'signOut' && name !== 'endView') return readCell('view_is_read_only');
  return typeof access === 'object' && 'organization' in access ? owner : support;
}

function readLine([name = '', ...cells]: string[]): [string, Record<CallerName, Expected>] {
  if (cells.length !== listedCallers.length) throw new Error(`${name} has ${cells.length} cells`);
  const listed = Object.fromEntries(head.map((caller, at) => [caller, readCell(cells[at] as string)])) as Listed;
  const unconfirmed = alwaysConfirmed.includes(name) ? readCell('confirmation_required') : listed.staffAdmin;
  return [name, { ...listed, unconfirmed, viewer: answerToViewer(name, listed) }];
}

export const accessTable: [name: string, expected: Record<CallerName, Expected>][] = lines.map(readLine);

export function callerWhoMay(name: string): Exclude<CallerName, 'anonymous'> {
  const expected = accessTable.find(([line]) => line === name)?.[1];
  const signedIn = callers.filter((caller) => caller !== 'anonymous');
  const found = ['owner' as const, ...signedIn].find((caller) => expected && !expected[caller].code);
  if (!found) throw new Error(`no caller may call ${name}`);
  return found;
}
