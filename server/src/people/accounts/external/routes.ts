import { maximumDeviceTokens } from '@kazna/contract/cabinet/accounts';
import * as contract from '@kazna/contract/cabinet/external-sign-in';
import type { Api } from '../../../platform/http/api.ts';
import { networkOf } from '../../../platform/http/network.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { type Limit, throttle } from '../../../platform/throttling/throttle.ts';
import { setFirstPassword } from '../change-password.ts';
import { type EnteringContext, finishSignIn, registerExternally } from './enter-externally.ts';
import { addLink, listLinks, removeLink } from './links.ts';
import { beginVisit, receiveCallback, recordFailedVisit, requireProvider } from './visit.ts';

/** Calls that ask a provider or send letters, from one network. */
const visitsFromNetwork: Limit = { name: 'external-visits', hits: 600, windowSeconds: 60 * 60 };

/** Where every visit ends, whatever has come of it: no address of anybody else is ever led to. */
const finishingPage = { location: '/auth/external' };

export function externalRoutes(api: Api, context: EnteringContext): void {
  const { db, providers } = context;
  const throttleVisits = (address: string) => throttle(db, visitsFromNetwork, networkOf(address));
  const offered = providers.map(({ id: provider, name }) => ({ provider, name }));

  api.on(contract.listExternalProviders, async () => ({ items: offered }));

  api.on(contract.startExternalSignIn, async ({ params, cookies, origin }) => {
    const provider = requireProvider(context, params.provider);
    const location = await beginVisit(context, provider, { kind: 'sign-in' }, cookies);
    if (location !== null) return { location };
    await throttleVisits(origin.address);
    await recordFailedVisit(context, provider, cookies);
    return finishingPage;
  });

  api.on(contract.returnFromExternal, async ({ params, query, cookies, origin }) => {
    await throttleVisits(origin.address);
    await receiveCallback(context, requireProvider(context, params.provider), query, cookies);
    return finishingPage;
  });

  api.on(contract.finishExternalSignIn, ({ headers, body: { code }, cookies, origin }) => {
    const deviceTokens = headers['x-device-tokens']?.split(',').slice(0, maximumDeviceTokens) ?? [];
    return finishSignIn(context, cookies, { code, origin, deviceTokens });
  });

  api.on(contract.registerExternally, async ({ body, cookies, origin }) => {
    await throttleVisits(origin.address);
    return registerExternally(context, cookies, body, origin);
  });

  api.on(contract.listExternalLinks, async ({ caller: { userId } }) => ({
    items: await listLinks(db, providers, userId),
    available: offered,
  }));

  api.on(contract.startExternalLink, async ({ caller: { sessionId }, body, cookies }) => {
    const provider = requireProvider(context, body.provider);
    const location = await beginVisit(context, provider, { kind: 'link', sessionId }, cookies);
    if (location === null) throw new Problem('external_failed');
    return { location };
  });

  api.on(contract.finishExternalLink, ({ caller, cookies, origin }) => addLink(context, caller, cookies, origin));

  api.on(contract.removeExternalLink, ({ caller: { userId }, params: { linkId }, origin }) =>
    removeLink(context, { userId, linkId }, origin),
  );

  api.on(contract.setFirstPassword, ({ caller, body }) => setFirstPassword(context, caller, body.newPassword));
}
