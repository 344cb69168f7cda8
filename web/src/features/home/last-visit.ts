/** Pages opened within this time belong to one visit. */
const pauseMs = 30 * 60_000;

interface Visit {
  /** Last page view of the visit. */
  seenAt: string;
  /** End of the previous visit; null on the first one. */
  since: string | null;
}

export function nextVisit(stored: Visit | null, now: Date): Visit {
  const seenAt = now.toISOString();
  if (!stored) return { seenAt, since: null };
  const isSameVisit = now.getTime() - Date.parse(stored.seenAt) < pauseMs;
  return { seenAt, since: isSameVisit ? stored.since : stored.seenAt };
}

/** Returns the end of the previous visit in this browser and organization. */
export function recordVisit(userId: string, organizationId: string, now = new Date()): string | null {
  const key = `last-visit:${userId}:${organizationId}`;
  const visit = nextVisit(readVisit(key), now);
  localStorage.setItem(key, JSON.stringify(visit));
  return visit.since;
}

function readVisit(key: string): Visit | null {
  try {
    const visit = JSON.parse(localStorage.getItem(key) ?? 'null');
    return Number.isNaN(Date.parse(visit?.seenAt)) ? null : visit;
  } catch {
    return null;
  }
}
