import * as contract from '@kazna/contract/cabinet/events';
import type { Api } from '../http/api.ts';
import type { Caller } from '../http/caller.ts';
import { createSlots, releasedAtEnd } from '../http/slots.ts';
import { followChanges } from './follow-changes.ts';
import type { Hub } from './hub.ts';

/** Streams at once. A browser opens one for all its tabs. */
const streamLimits = { session: 20, person: 60, process: 10_000 };

export function liveRoutes(api: Api, hub: Hub, findCaller: (sessionId: string) => Promise<Caller | null>): void {
  const slots = createSlots(30);
  api.on(contract.followChanges, async ({ caller: { userId, organizationId, sessionId } }) => {
    const isStillWelcome = async () => {
      const caller = await findCaller(sessionId).catch(() => null);
      return caller?.organizationId === organizationId;
    };
    const release = slots.take(
      { key: `session ${sessionId}`, most: streamLimits.session },
      { key: `person ${userId}`, most: streamLimits.person },
      { key: 'process', most: streamLimits.process },
    );
    const stream = followChanges(hub, { userId, organizationId, isStillWelcome });
    return { ...stream, chunks: releasedAtEnd(stream.chunks, release) };
  });
}
