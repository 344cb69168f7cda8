import { useState } from 'react';
import { useSecondsUntil } from '../../ui/use-seconds-until.ts';

const pauseMs = 60_000;

export function useResendPause(sentAt: string): number {
  const [seen, setSeen] = useState(() => ({ sentAt, at: Date.now() }));
  if (seen.sentAt !== sentAt) setSeen({ sentAt, at: Date.now() });
  // Capped, so that a slow local clock cannot prolong the pause.
  return useSecondsUntil(Math.min(seen.at, new Date(sentAt).getTime()) + pauseMs);
}
