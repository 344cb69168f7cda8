import { showToast } from '../ui/feedback/toasts.tsx';
import { isSessionRefused } from './refresh.ts';
import { isAuthorized, removeTokens } from './tokens.ts';

const storageKey = 'authentication-failed';
let isReloading = false;
let isShown = false;

/** Signs out after a 401: the reload clears all cached data, and a toast explains it afterwards. */
export function failAuthentication(): void {
  if (isReloading) return;
  if (!isAuthorized() && !isSessionRefused()) {
    // Without a session a reload would only get the same 401 again.
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
