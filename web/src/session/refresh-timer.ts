import { decodeAccessToken } from './access-token.ts';
import { refreshSession } from './refresh.ts';
import { maxTimerMs, refreshDelay } from './refresh-timing.ts';
import { onTokensChange, readRefreshedAt, readTokens } from './tokens.ts';

let timer: ReturnType<typeof setTimeout> | undefined;
let undecodable: string | null = null;

/** Refreshes by a timer and whenever the tab becomes active again. */
export function startRefreshTimer(): void {
  onTokensChange(schedule);
  // Timers stop while a laptop sleeps and drift when its clock is corrected.
  for (const event of ['focus', 'online', 'pageshow']) addEventListener(event, schedule);
  document.addEventListener('visibilitychange', schedule);
  schedule();
}

/** Returns null without a decodable token. */
function msUntilRefresh(): number | null {
  const tokens = readTokens();
  const claims = tokens && decodeAccessToken(tokens.accessToken);
  return claims && refreshDelay(Date.now(), claims.expiresAt, readRefreshedAt(tokens));
}

function schedule(): void {
  clearTimeout(timer);
  const delayMs = msUntilRefresh();
  if (delayMs === null) logUndecodableToken();
  else if (delayMs <= 0) void refreshSession().then(schedule);
  else timer = setTimeout(schedule, Math.min(delayMs, maxTimerMs));
}

/** Logs each undecodable token once. */
function logUndecodableToken(): void {
  const token = readTokens()?.accessToken ?? null;
  if (token !== null && token !== undecodable) console.error('Failed to decode JWT token');
  undecodable = token;
}
