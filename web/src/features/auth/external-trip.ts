import { type Trip, tripKey } from './sign-in-external.tsx';

/** As long as the server keeps what a visit has come back with. */
const lifetimeMs = 40 * 60 * 1000;

/** An invalid or an old one counts as none. */
export function readTrip(): Omit<Trip, 'at'> {
  try {
    const trip: Trip = JSON.parse(localStorage.getItem(tripKey) ?? '{}');
    return Math.abs(Date.now() - trip.at) < lifetimeMs ? trip : {};
  } catch {
    return {};
  }
}

/** What belonged to one visit must not meet the next person in this browser. */
export function endTrip(): void {
  localStorage.removeItem(tripKey);
}
