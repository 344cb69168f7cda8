import * as contract from '@kazna/contract/events';
import type { Caller } from '../http/access.ts';
import type { Api } from '../http/api.ts';
import { followChanges } from './follow-changes.ts';
import type { Hub } from './hub.ts';

export function liveRoutes(api: Api, hub: Hub, findCaller: (sessionId: string) => Promise<Caller | null>): void {
  api.on(contract.followChanges, async ({ caller: { userId, organizationId, sessionId } }) => {
    const isStillWelcome = async () => {
      const caller = await findCaller(sessionId).catch(() => null);
      return caller?.organizationId === organizationId;
    };
    return followChanges(hub, { userId, organizationId, isStillWelcome });
  });
}
