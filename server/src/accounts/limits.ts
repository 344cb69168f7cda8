import type { Limit } from '../throttling/throttle.ts';

const quarterHour = 15 * 60;
const hour = 60 * 60;

/** Wrong passwords for one account from one address. Another address is not held back by them. */
export const signInOfAccount: Limit = { name: 'sign-in-account', hits: 10, windowSeconds: quarterHour };
/** Wrong passwords for any accounts from one address: what a list of stolen passwords looks like. */
export const signInFromAddress: Limit = { name: 'sign-in-address', hits: 300, windowSeconds: quarterHour };
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
