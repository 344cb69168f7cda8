import { endpoints } from '@kazna/contract/endpoints';
import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordAction } from '../../src/audit/actions-store.ts';
import { postTransfer } from '../../src/money/ledger/post-transfer.ts';
import { shopForThisFile } from '../support/app-for-file.ts';
import { plantBankReturn } from '../support/bank-returns.ts';
import { plantTransfer } from '../support/bank-statements.ts';
import { plantInvoice } from '../support/business.ts';
import { plantCard } from '../support/cards.ts';
import { plantCharge } from '../support/charges.ts';
import { plantVisit } from '../support/external-visits.ts';
import { addMember } from '../support/organizations.ts';
import { plantPasskey } from '../support/passkeys.ts';
import { plantDocument } from '../support/past-movements.ts';
import { plantLink } from '../support/payment-links.ts';
import { seedPayments } from '../support/payments.ts';
import { createOrganization, createPerson } from '../support/people.ts';
import { plantReceipt } from '../support/receipts.ts';
import { plantRequest } from '../support/requests.ts';
import { plantView } from '../support/saved-views.ts';
import { plantHiddenTariff, plantSubscription } from '../support/services.ts';
import { ask, type RequestParts } from './ask.ts';
import { type Place, placeName, places } from './contract-places.ts';
import { nearMissId } from './near-miss-ids.ts';
import { notifyOfEvents, recordChanges, watchChanges } from './recorded-changes.ts';
import { newInvitation, type Scene, setScene } from './scene.ts';
import { validRequests } from './valid-requests.ts';

type Things = Record<
  | 'organization'
  | 'subscription'
  | 'tariff'
  | 'closed'
  | 'person'
  | 'invitation'
  | 'received'
  | 'payment'
  | 'session'
  | 'passkey'
  | 'externalLink'
  | 'audit'
  | 'entry'
  | 'invoice'
  | 'transfer'
  | 'bankReturn'
  | 'card'
  | 'monthlyDocument'
  | 'charge'
  | 'link'
  | 'request'
  | 'requestMessage'
  | 'requestFile'
  | 'receipt'
  | 'view',
  string
>;

const shop = shopForThisFile();
let scene: Scene;
let foreign: Things;
beforeAll(async () => {
  scene = await setScene(shop, { isFrozen: true });
  // Our rows surround theirs, so that a page with a foreign cursor would show them.
  await addAffairs(scene.organizationId, scene.cast.owner.id);
  foreign = await addAffairs(scene.foreignOrganizationId, scene.cast.stranger.id);
  await addAffairs(scene.organizationId, scene.cast.owner.id);
  await recordChanges(shop.db);
});

/** Creates one of each thing of an organization and returns the ids. */
async function addAffairs(organizationId: string, userId: string): Promise<Things> {
  const person = await createPerson(shop);
  await addMember(shop, organizationId, person);
  const [payment] = await seedPayments(shop, { ...scene.cast.owner, id: userId, organizationId }, 1, () => ({}));
  const closed = await createOrganization(shop, userId, 'owner');
  await shop.db.queryText("update organizations set status = 'closed', closed_at = now() where id = $1", [closed]);
  const entry = await shop.db.transaction(async (tx) => {
    await recordAction(tx, { id: userId, address: '127.0.0.1' }, { organizationId, action: 'organization.changed' });
    const transfer = { key: person.id, kind: 'adjustment', amountMinor: 100, currency: 'RUB' } as const;
    return postTransfer(tx, { ...transfer, from: 'corrections', to: { organizationId } });
  });
  const newest = async (table: string, column: string, id: string) => {
    const { rows } = await shop.db.queryText(`select max(id::text) as id from ${table} where ${column} = $1`, [id]);
    return rows[0]?.id as string;
  };
  const request = await plantRequest(shop.db, organizationId, userId);
  return {
    request: request.requestId,
    requestMessage: request.messageId,
    requestFile: request.fileId,
    receipt: await plantReceipt(shop, { organizationId, paymentId: payment?.id as string, status: 'registered' }),
    organization: organizationId,
    closed,
    person: person.id,
    invitation: await newInvitation(scene, organizationId, undefined, userId),
    received: await newInvitation(scene, organizationId, person.email, userId),
    payment: payment?.id as string,
    session: await newest('sessions', 'user_id', userId),
    passkey: await plantPasskey(shop, userId),
    externalLink: (await plantVisit(shop, { linkedTo: userId })).linkId,
    audit: await newest('audit_log', 'organization_id', organizationId),
    entry: entry.id,
    invoice: await plantInvoice(shop, organizationId, userId),
    transfer: await plantTransfer(shop, organizationId, userId),
    bankReturn: await plantBankReturn(shop, organizationId, userId),
    card: await plantCard(shop, organizationId, userId),
    monthlyDocument: await plantDocument(shop, organizationId),
    charge: await plantCharge(shop.db, organizationId),
    link: (await plantLink(shop, organizationId, userId)).id,
    subscription: await plantSubscription(shop.db, organizationId),
    // Only staff assign it.
    tariff: await plantHiddenTariff(shop.db),
    view: await plantView(shop.db, { userId, organizationId }, { isShared: true }),
  };
}

const things: Record<string, (keyof Things)[]> = {
  organizationId: ['organization', 'closed'],
  organization: ['organization', 'closed'],
  userId: ['person'],
  actorId: ['person'],
  invitationId: ['invitation'],
  paymentId: ['payment'],
  sessionId: ['session'],
  passkeyId: ['passkey'],
  invoiceId: ['invoice'],
  linkId: ['externalLink', 'link'],
  'listPaymentLinks query.cursor': ['link'],
  operationId: ['entry', 'charge'],
  paymentMethodId: ['card'],
  subscriptionId: ['subscription'],
  tariffId: ['tariff'],
  documentId: ['invoice', 'monthlyDocument'],
  'listDocuments query.cursor': ['invoice', 'monthlyDocument'],
  'listBankTransfers query.cursor': ['transfer'],
  'listBankReturns query.cursor': ['bankReturn'],
  q: ['payment'],
  receiptId: ['receipt'],
  viewId: ['view'],
  requestId: ['request'],
  fileId: ['requestFile'],
  'createRequest body.about.id': ['payment'],
  'listRequestMessages query.cursor': ['requestMessage'],
  'acceptInvitation params.invitationId': ['received', 'invitation'],
  'declineInvitation params.invitationId': ['received', 'invitation'],
  'listAudit query.cursor': ['audit'],
  'listEntries query.cursor': ['entry'],
  'listInvitations query.cursor': ['invitation'],
  'listMembers query.cursor': ['person'],
  'listOrganizations query.cursor': ['organization'],
  'listPayments query.cursor': ['payment'],
};
const thingsAt = (place: Place) => things[placeName(place)] ?? things[place.path.at(-1) as string];

/**
 * Staff may use ids of all organizations, the return from the provider is public by id, announcements belong to none. The
 * expected version is only compared with the one in force.
 */
const isForStaff = ({ name }: Place) => endpoints[name]?.path.startsWith('/api/admin/') === true;
const isExempt = (place: Place) =>
  isForStaff(place) ||
  place.path.at(-1) === 'expectedVersionId' ||
  ['returnFromProvider', 'returnFromBinding', 'dismissAnnouncement'].includes(place.name);
/** Ids, and the search of payments by id. */
const named = places.filter((place) => (place.isId || place.path.at(-1) === 'q') && !isExempt(place));

async function askWith(place: Place, id: string) {
  const me = scene.cast[isForStaff(place) ? 'staffAdmin' : 'owner'];
  const sending = (await validRequests[place.name]?.(scene, me)) as RequestParts;
  const part = withValue(sending[place.part] as Record<string, unknown>, place.path, id) as Record<string, string>;
  return () => ask(shop.url, endpoints[place.name] as Endpoint, { ...sending, [place.part]: part }, me.token);
}

function withValue(object: Record<string, unknown> = {}, [name = '', ...rest]: string[], value: string): object {
  const inner = object[name] as Record<string, unknown> | undefined;
  return { ...object, [name]: rest.length > 0 ? withValue(inner, rest, value) : value };
}

async function answersTo(place: Place, ids: string[]) {
  const calls = [];
  for (const id of ids) calls.push(await askWith(place, id));
  const readChanges = await watchChanges(shop.db);
  const answers = [];
  for (const call of calls) answers.push(await call());
  expect(await readChanges()).toEqual([]);
  return answers;
}

test('the test knows what every id of the contract refers to', () => {
  expect(named.filter((place) => !thingsAt(place)).map(placeName)).toEqual([]);
});

describe('ids of others', () => {
  test.each(named.map((place) => ({ where: placeName(place), place })))(
    'an id of another organization in $where answers as a missing one and changes nothing',
    async ({ place }) => {
      for (const thing of thingsAt(place) ?? []) {
        const [theirs, missing] = await answersTo(place, [foreign[thing], nearMissId(foreign[thing])]);
        expect({ thing, ...theirs }).toEqual({ thing, ...missing });
        // A filter returns nothing; a request by id answers 404.
        expect(missing?.status).toBe(isFilter(place) ? 200 : 404);
      }
    },
  );
});

const isFilter = ({ part, path }: Place) => part === 'query' && path[0] !== 'organizationId';

/** Detects a missing condition on the organization in lists and sums. */
test('changes in another organization do not change what members of this one read', async () => {
  const reading = Object.entries(endpoints).filter(
    ([, { method, path, access }]) => method === 'GET' && access !== 'public' && !path.startsWith('/api/admin/'),
  );
  const sendings = new Map<string, RequestParts>();
  for (const [name] of reading)
    sendings.set(name, (await validRequests[name]?.(scene, scene.cast.owner)) as RequestParts);
  const readAll = async () => {
    const seen: Record<string, string> = {};
    for (const [name, endpoint] of reading) {
      const { token } = scene.cast.owner;
      const { status, text } = await ask(shop.url, endpoint, sendings.get(name) as RequestParts, token);
      // Exports and access tokens contain the current time.
      seen[name] = `${status} ${text.replace(/"(exportedAt|accessToken)":"[^"]+"/g, '')}`;
    }
    return seen;
  };
  await notifyOfEvents(shop.db);
  const before = await readAll();
  await addAffairs(scene.foreignOrganizationId, scene.cast.stranger.id);
  expect(await readAll()).toEqual(before);
}, 120_000);

describe('malformed ids in paths', () => {
  const inPaths = places.filter(({ part, isId }) => part === 'params' && isId);
  test.each(inPaths.map((place) => ({ where: placeName(place), place })))(
    'a malformed id in $where answers as a missing one',
    async ({ place }) => {
      const [missing, ...others] = await answersTo(place, [
        nearMissId(foreign.organization),
        'not-an-id',
        "' or 1=1 --",
        '\0',
        '\u{1f4b0}',
        'a'.repeat(201),
      ]);
      expect(missing?.status).toBe(404);
      expect(others).toEqual(others.map(() => missing));
    },
  );
});
