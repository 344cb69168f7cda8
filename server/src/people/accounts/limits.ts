import type { Limit } from '../../platform/throttling/throttle.ts';

const quarterHour = 15 * 60;
const hour = 60 * 60;
const day = 24 * hour;

/** Wrong passwords for one account from one address. Another address is not held back by them. */
export const signInOfAccount: Limit = { name: 'sign-in-account', hits: 10, windowSeconds: quarterHour };
/** The same in a network where passwords of many accounts were wrong, which is what a list of stolen ones looks like. */
export const signInOfAccountFromSuspicious: Limit = { ...signInOfAccount, hits: 3 };
/** Wrong passwords for any accounts from one network, and how many of them make it suspicious. */
export const signInFromNetwork: Limit = { name: 'sign-in-address', hits: 3000, windowSeconds: quarterHour };
export const suspiciousSignIns = 300;
/** Wrong passwords for one account from all networks together, unless they come from a device that knows the account. */
export const signInOfAccountADay: Limit = { name: 'sign-in-account-day', hits: 100, windowSeconds: day };
/** Wrong passwords on a device from which the account was signed in to before. */
export const signInOfDevice: Limit = { name: 'sign-in-device', hits: 10, windowSeconds: quarterHour };
export const signInOfDeviceADay: Limit = { name: 'sign-in-device-day', hits: 100, windowSeconds: day };
/** Right passwords: each starts a session. */
export const sessionsStarted: Limit = { name: 'sessions-started', hits: 200, windowSeconds: hour };
/** Calls that make us send letters or hash passwords, from one address. */
export const requestsFromAddress: Limit = { name: 'account-requests', hits: 300, windowSeconds: hour };
/** Wrong passwords typed again inside a session: whoever stole it must not find the password out. */
export const passwordInSession: Limit = { name: 'password-in-session', hits: 10, windowSeconds: quarterHour };
/** Wrong codes of one person's second factor, wherever they come from: only 6 digits stand there. */
export const codesOfPerson: Limit = { name: 'second-factor-codes', hits: 20, windowSeconds: hour };
/** Addresses that one person can make us write to. */
export const emailChangesOfPerson: Limit = { name: 'email-changes', hits: 10, windowSeconds: hour };
/** How often the letter to a wanted address is repeated: the first one and these are all that the next limit lets through. */
export const emailChangeRepeats: Limit = { name: 'email-change-repeats', hits: 4, windowSeconds: hour };
/** Wrong passwords for one link of a letter. Whoever cannot recall theirs may set a new one. */
export const passwordOfLink: Limit = { name: 'password-of-link', hits: 10, windowSeconds: 24 * hour };
/** Letters of one kind that anybody can ask for to one address, from all networks together. */
export const lettersToAddress: Limit = { name: 'letters-address', hits: 20, windowSeconds: hour };
/** Letters of one kind to one person; of those that anybody can ask for, as asked for from one network. */
export const lettersToPerson: Limit = { name: 'letters', hits: 5, windowSeconds: hour };
