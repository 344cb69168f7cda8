import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { isAuthorized } from './session.ts';

/** Keeps signed-in people off the pages for signing in; after a sign-in takes them where they were going. */
export function requireVisitor({ location }: { location: ParsedLocation }): void {
  if (isAuthorized()) throw redirect({ href: ownPath(location.state.returnTo), replace: true });
}

/** Sends visitors to sign-in, remembering where they were going outside the URL. */
export function requireSession({ location }: { location: ParsedLocation }): void {
  if (!isAuthorized()) throw redirect({ to: '/auth', state: { returnTo: location.href }, replace: true });
}

function ownPath(path: string | undefined): string {
  if (!path) return '/';
  const url = new URL(path, location.origin);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : '/';
}
