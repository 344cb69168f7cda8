import type { Limit } from '../throttling/throttle.ts';

const quarterHour = 15 * 60;
const hour = 60 * 60;

/** Wrong passwords for one account from one address. Another address is not held back by them. */
export const signInOfAccount: Limit = { name: 'sign-in-account', hits: 10, windowSeconds: quarterHour };
/** Wrong passwords for any accounts from one address: what a list of stolen passwords looks like. */
export const signInFromAddress: Limit = { name: 'sign-in-address', hits: 300, windowSeconds: quarterHour };
/** Calls that make us send letters or hash passwords, from one address. */
export const requestsFromAddress: Limit = { name: 'account-requests', hits: 300, windowSeconds: hour };
/** Letters of one kind to one person, whoever asks for them. */
export const lettersToPerson: Limit = { name: 'letters', hits: 5, windowSeconds: hour };
