import { showToast } from '../ui/feedback/toasts.tsx';
import { isSessionRefused } from './refresh.ts';
import { isAuthorized } from './session.ts';
import { removeTokens } from './tokens.ts';

const storageKey = 'authentication-failed';
let isReloading = false;
let isShown = false;

/** What a query's 401 leads to: signed out, everything loaded forgotten by a reload, and the reason told after it. */
export function failAuthentication(): void {
  if (isReloading) return;
  if (!isAuthorized() && !isSessionRefused()) {
    // Without a session there is nothing to forget, and a reload would only meet the same answer again.
    if (!isShown) showToastOnce();
    return;
  }
  isReloading = true;
  sessionStorage.setItem(storageKey, '1');
  removeTokens();
  location.reload();
}

export function showFailedAuthentication(): void {
  if (sessionStorage.getItem(storageKey) === null) return;
  sessionStorage.removeItem(storageKey);
  showToastOnce();
}

function showToastOnce(): void {
  isShown = true;
  showToast({ kind: 'error', message: 'Authentication failed', detail: 'Сеанс завершён. Войдите ещё раз.' });
}
