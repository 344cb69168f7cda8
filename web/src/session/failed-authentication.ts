import { showToast } from '../ui/feedback/toasts.tsx';
import { isSessionRefused } from './refresh.ts';
import { isAuthorized } from './session.ts';
import { removeTokens } from './tokens.ts';

const noteKey = 'authentication-failed';
let isReloading = false;
let isTold = false;

/** What a query's 401 leads to: signed out, everything loaded forgotten by a reload, and the reason told after it. */
export function failAuthentication(): void {
  if (isReloading) return;
  if (!isAuthorized() && !isSessionRefused()) {
    // Without a session there is nothing to forget, and a reload would only meet the same answer again.
    if (!isTold) tell();
    return;
  }
  isReloading = true;
  sessionStorage.setItem(noteKey, '1');
  removeTokens();
  location.reload();
}

export function tellFailedAuthentication(): void {
  if (sessionStorage.getItem(noteKey) === null) return;
  sessionStorage.removeItem(noteKey);
  tell();
}

function tell(): void {
  isTold = true;
  showToast({ kind: 'error', message: 'Authentication failed', detail: 'Сеанс завершён. Войдите ещё раз.' });
}
