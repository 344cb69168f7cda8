import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { isAuthorized } from './tokens.ts';

/** Redirects signed-in people away from sign-in pages, to where they were going. Who stays there has just signed in. */
export function requireVisitor({ location, cause }: { location: ParsedLocation; cause: string }): void {
  if (!isAuthorized()) return;
  throw redirect({ ...placeAfterSignIn(location.state.returnTo), ...(cause !== 'stay' && { state: {} }) });
}

/** With the mark by which staff without a place to return to are led to their own start. */
export function placeAfterSignIn(returnTo: string | undefined) {
  return { href: ownPath(returnTo), replace: true, ...(!returnTo && { state: { hasJustSignedIn: true } }) };
}

/** Redirects visitors to sign-in and stores the return path in the history state. */
export function requireSession({ location }: { location: ParsedLocation }): void {
  if (!isAuthorized()) throw redirect({ to: '/auth', state: { returnTo: location.href }, replace: true });
}

/** Only within the product, whatever the storage or the history holds. */
export function ownPath(path: string | undefined): string {
  if (!path) return '/';
  const url = new URL(path, location.origin);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : '/';
}
