import { useEffect, useRef, useState } from 'react';

const minPauseMs = 30_000;

/** A sentence for screen readers when more is unread than before, and not more often than twice a minute. */
export function useBellNews(unread: number | undefined): string {
  const known = useRef<number>(undefined);
  const spokenAt = useRef(Number.NEGATIVE_INFINITY);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (unread === undefined) return;
    const before = known.current;
    known.current = unread;
    const now = performance.now();
    if (before === undefined || unread <= before || now - spokenAt.current < minPauseMs) return;
    spokenAt.current = now;
    setNews(`Новое уведомление, непрочитанных: ${unread}`);
  }, [unread]);
  return news;
}
