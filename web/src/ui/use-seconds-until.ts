import { useEffect, useState } from 'react';

export function useSecondsUntil(moment: number): number {
  const [clock, setClock] = useState(() => ({ moment, now: Date.now() }));
  if (clock.moment !== moment) setClock({ moment, now: Date.now() });
  const isRunning = moment > clock.now;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setClock({ moment, now: Date.now() }), 250);
    return () => clearInterval(timer);
  }, [isRunning, moment]);

  return Math.max(0, Math.ceil((moment - clock.now) / 1000));
}
