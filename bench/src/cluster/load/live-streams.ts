import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '../../faults/environment.ts';
import { untilTrue } from '../until-true.ts';

export interface LiveStreams {
  /** Waits until every server has told of something since the moment. */
  untilHeardSince: (time: number) => Promise<void>;
  stop: () => Promise<void>;
}

/** As long as browsers wait before they open a stream again. */
const reconnectMs = 3000;

/** The payer's page, open at every server. */
export function followLive(site: Site): LiveStreams {
  const heardAt = site.slots.map(() => 0);
  const ending = new AbortController();
  const follow = async (place: number) => {
    while (!ending.signal.aborted) {
      await read(site, place, ending.signal, () => {
        heardAt[place] = Date.now();
      }).catch(() => {});
      await sleep(reconnectMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  };
  const following = Promise.all(site.slots.map((_, place) => follow(place)));
  return {
    untilHeardSince: (time) =>
      untilTrue('live updates are back', async () => heardAt.every((heard) => heard > time), 60_000),
    stop: async () => {
      ending.abort();
      await following;
    },
  };
}

async function read(site: Site, place: number, signal: AbortSignal, onTopic: () => void): Promise<void> {
  const { url } = site.slots[place] as { url: string };
  const headers = { authorization: `Bearer ${site.payer.token}` };
  const answer = await fetch(`${url}/api/events`, { headers, signal });
  if (!answer.ok || !answer.body) return;
  for await (const chunk of answer.body) if (Buffer.from(chunk).includes('data: ')) onTopic();
}
