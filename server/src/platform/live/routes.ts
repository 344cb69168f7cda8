import * as contract from '@kazna/contract/cabinet/events';
import type { Api } from '../http/api.ts';
import type { Caller } from '../http/caller.ts';
import { createSlots, releaseAtEnd } from '../http/concurrency-slots.ts';
import { followChanges } from './follow-changes.ts';
import type { Hub } from './hub.ts';

/** Concurrent streams. A browser opens one for all its tabs. */
const streamLimits = { session: 20, person: 60, process: 10_000 };

export function liveRoutes(api: Api, hub: Hub, findCaller: (sessionId: string) => Promise<Caller | null>): void {
  const slots = createSlots(30);
  api.on(contract.followChanges, async ({ caller: { userId, organizationId, sessionId }, query: { ageMs } }) => {
    const isStillAllowed = async () => {
      const caller = await findCaller(sessionId).catch(() => null);
      return caller?.organizationId === organizationId;
    };
    const release = slots.acquire(
      { key: `session ${sessionId}`, max: streamLimits.session },
      { key: `person ${userId}`, max: streamLimits.person },
      { key: 'process', max: streamLimits.process },
    );
    const stream = followChanges(hub, { userId, organizationId, ageMs, isStillAllowed });
    return { ...stream, chunks: releaseAtEnd(stream.chunks, release) };
  });
}
