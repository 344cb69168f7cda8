import type { Limit } from '../../platform/throttling/throttle.ts';

const quarterHour = 15 * 60;
const hour = 60 * 60;
const day = 24 * hour;

/** Rate limits. Wrong passwords for one account from one network. */
export const signInOfAccount: Limit = { name: 'sign-in-account', hits: 10, windowSeconds: quarterHour };
/** In a network with wrong passwords for many accounts, as in credential stuffing. */
export const signInOfAccountFromSuspicious: Limit = { ...signInOfAccount, hits: 3 };
/** Wrong passwords for any account from one network, and the count that makes it suspicious. */
export const signInFromNetwork: Limit = { name: 'sign-in-address', hits: 3000, windowSeconds: quarterHour };
export const suspiciousSignIns = 300;
/** Wrong passwords for one account from all networks, known devices excluded. */
export const signInOfAccountADay: Limit = { name: 'sign-in-account-day', hits: 100, windowSeconds: day };
/** Wrong passwords on a known device. */
export const signInOfDevice: Limit = { name: 'sign-in-device', hits: 10, windowSeconds: quarterHour };
export const signInOfDeviceADay: Limit = { name: 'sign-in-device-day', hits: 100, windowSeconds: day };
export const sessionsStarted: Limit = { name: 'sessions-started', hits: 200, windowSeconds: hour };
/** Calls that send letters or hash passwords, from one network. */
export const requestsFromAddress: Limit = { name: 'account-requests', hits: 300, windowSeconds: hour };
/** Wrong passwords inside a session: a stolen session must not be used to guess the password. */
export const passwordInSession: Limit = { name: 'password-in-session', hits: 10, windowSeconds: quarterHour };
/** Wrong second-factor codes of one person's sign-ins, known devices excluded: a code has only 6 digits. */
export const codesOfPerson: Limit = { name: 'second-factor-codes', hits: 20, windowSeconds: hour };
/** Wrong codes of sign-ins on one known device: whoever knows the password alone cannot lock its owner out there. */
export const codesOfDevice: Limit = { name: 'second-factor-codes-device', hits: 20, windowSeconds: hour };
/** On all known devices together: whoever knew the password before the factor was on may have made many. */
export const codesOfDevices: Limit = { name: 'second-factor-codes-devices', hits: 40, windowSeconds: hour };
/** Wrong codes of one person inside sessions, apart from sign-ins, which others may try. */
export const codesInSession: Limit = { name: 'second-factor-codes-session', hits: 20, windowSeconds: hour };
export const emailChangesOfPerson: Limit = { name: 'email-changes', hits: 10, windowSeconds: hour };
/** Repeated letters to a new address: with the first one, all that `lettersToPerson` allows. */
export const emailChangeRepeats: Limit = { name: 'email-change-repeats', hits: 4, windowSeconds: hour };
export const passwordOfLink: Limit = { name: 'password-of-link', hits: 10, windowSeconds: 24 * hour };
/** Letters of one kind to one address, requested by anybody from all networks. */
export const lettersToAddress: Limit = { name: 'letters-address', hits: 20, windowSeconds: hour };
/** Letters of one kind to one person; those that anybody can request are counted by network. */
export const lettersToPerson: Limit = { name: 'letters', hits: 5, windowSeconds: hour };
