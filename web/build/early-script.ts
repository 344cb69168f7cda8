import type { EarlyCall } from '../src/api/early-calls.ts';
import { answerTimeoutMs } from '../src/api/request.ts';
import type {} from '../src/navigation/take-over.ts';
import { refreshLeadMs } from '../src/session/refresh-timing.ts';

export interface EarlyOptions {
  /** Addresses of first calls, with `$organization` in place of the session's organization. */
  calls: { always: string[]; plain: string[] };
  /** Code to preload where one address has a page for visitors and another for the signed in. */
  code?: { visitor: string[]; member: string[] };
}

/** The text of an inline script, which runs before anything else has loaded. */
export function earlyScript(options: EarlyOptions): string {
  return `(${startEarly})(${JSON.stringify(options)},${refreshLeadMs},${answerTimeoutMs})`;
}

/** Must not use anything outside itself: its text is put into the page. */
export function startEarly({ calls, code }: EarlyOptions, refreshLeadMs: number, answerTimeoutMs: number): void {
  const root = document.documentElement;

  const readToken = (): string | undefined => {
    try {
      const { accessToken } = JSON.parse(localStorage.getItem('tokens') ?? 'null');
      return typeof accessToken === 'string' && accessToken !== '' ? accessToken : undefined;
    } catch {
      return undefined;
    }
  };

  const preload = (href: string) => {
    const link = document.createElement('link');
    // Not a stylesheet: the page waits only for those that it adds itself.
    const kind = href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    // A visitor sees the page without code.
    const fetchPriority = token ? 'auto' : 'low';
    document.head.append(Object.assign(link, { ...kind, fetchPriority, crossOrigin: '', href }));
  };

  const startCalls = (token: string) => {
    let claims: { exp?: unknown; org?: unknown };
    try {
      claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    } catch {
      return;
    }
    if (typeof claims.exp !== 'number' || claims.exp * 1000 - Date.now() <= refreshLeadMs) return;
    const started = new Map<string, EarlyCall>();
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    const [organizationOfPage = claims.org] = /[\da-f-]{36}/.exec(location.pathname) ?? [];
    const isPlain = location.search === '' && organizationOfPage === claims.org;
    for (const pattern of [...calls.always, ...(isPlain ? calls.plain : [])]) {
      if (pattern.includes('%24organization') && typeof claims.org !== 'string') continue;
      const address = pattern.replace('%24organization', String(claims.org));
      const response = fetch(address, { headers, signal: AbortSignal.timeout(answerTimeoutMs) });
      response.catch(() => {});
      started.set(address, { bearer: token, response });
    }
    globalThis.earlyCalls = started;
  };

  /**
   * Without code a press does nothing, a submitted form would put its fields into the address, and a link to a provider would
   * leave before the page has stored the referral code.
   */
  const rememberPresses = () => {
    const presses: typeof globalThis.earlyPresses = { button: null, form: null };
    globalThis.earlyPresses = presses;
    const prerendered = ({ target }: Event, selector: string) =>
      target instanceof Element ? target.closest(`#prerendered ${selector}`) : null;
    addEventListener('click', (event) => {
      const link = prerendered(event, '[data-external] a');
      if (link) event.preventDefault();
      presses.button = link ?? prerendered(event, 'button[type="button"]') ?? presses.button;
    });
    addEventListener('submit', (event) => {
      presses.form = prerendered(event, 'form') ?? presses.form;
      if (prerendered(event, 'form')) event.preventDefault();
    });
  };

  const token = readToken();
  // The markup in the HTML is a visitor's, without an invitation.
  if (token || location.hash !== '') root.setAttribute('data-other-page', '');
  for (const href of (token ? code?.member : code?.visitor) ?? []) preload(href);
  if (token) startCalls(token);
  rememberPresses();

  // As for styles that are loaded on demand, see main.ts: probably a new version was deployed.
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
      const { origin, pathname } = new URL(target.href);
      if (origin !== location.origin) return;
      const message = `Failed to fetch dynamically imported module: Unable to preload CSS for ${pathname}`;
      const key = `tanstack_router_reload:${message}`;
      if (sessionStorage.getItem(key) !== null || !navigator.onLine) return;
      sessionStorage.setItem(key, '1');
      location.reload();
    },
    true,
  );
}
