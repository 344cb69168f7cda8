import { useState } from 'react';
import { useSecondsUntil } from '../../ui/use-seconds-until.ts';

const pauseMs = 60_000;

/** Seconds until a letter may be sent again, 0 when it may be now. */
export function useResendPause(sentAt: string): number {
  const [seen, setSeen] = useState(() => ({ sentAt, at: Date.now() }));
  if (seen.sentAt !== sentAt) setSeen({ sentAt, at: Date.now() });
  // A clock that is behind the server's must not make the pause longer than it is.
  return useSecondsUntil(Math.min(seen.at, new Date(sentAt).getTime()) + pauseMs);
}
