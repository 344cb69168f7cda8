import * as contract from '@kazna/contract/events';
import type { Caller } from '../http/access.ts';
import type { Api } from '../http/api.ts';
import { followChanges } from './follow-changes.ts';
import type { Hub } from './hub.ts';

export function liveRoutes(api: Api, hub: Hub, findCaller: (sessionId: string) => Promise<Caller | null>): void {
  api.on(contract.followChanges, async ({ caller: { userId, organizationId, sessionId } }) => {
    const isStillWelcome = async () => (await findCaller(sessionId).catch(() => null)) !== null;
    return followChanges(hub, { userId, organizationId, isStillWelcome });
  });
}
