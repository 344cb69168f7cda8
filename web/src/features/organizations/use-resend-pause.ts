import { useEffect, useState } from 'react';

const pauseMs = 60_000;

/** Seconds until a letter may be sent again, 0 when it may be now. */
export function useResendPause(sentAt: string): number {
  const [now, setNow] = useState(Date.now);
  // A clock that is behind the server's must not make the pause longer than it is.
  const leftMs = Math.min(pauseMs, new Date(sentAt).getTime() + pauseMs - now);
  const isRunning = leftMs > 0;

  useEffect(() => {
    setNow(Date.now());
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isRunning]);

  return Math.max(0, Math.ceil(leftMs / 1000));
}
