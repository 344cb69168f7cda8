import { decodeAccessToken } from './access-token.ts';
import { refreshSession } from './refresh.ts';
import { maxTimerMs, refreshDelay } from './refresh-timing.ts';
import { onTokensChange, readRefreshedAt, readTokens } from './tokens.ts';

let timer: ReturnType<typeof setTimeout> | undefined;
let undecodable: string | null = null;

/** Keeps the session alive from now on: by a timer, and by looking again whenever the tab comes back to life. */
export function startRefreshTimer(): void {
  onTokensChange(schedule);
  // A sleeping laptop stops timers and a corrected clock misleads them.
  for (const event of ['focus', 'online', 'pageshow']) addEventListener(event, schedule);
  document.addEventListener('visibilitychange', schedule);
  schedule();
}

/** Milliseconds until the stored pair should be refreshed, null when there is none or it cannot be read. */
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

/** Says once about each token that cannot be read. */
function logUndecodableToken(): void {
  const token = readTokens()?.accessToken ?? null;
  if (token !== null && token !== undecodable) console.error('Failed to decode JWT token');
  undecodable = token;
}
