import { jobKind } from '../platform/jobs/queue.ts';
import type { Limit } from '../platform/throttling/throttle.ts';

/** The worker decides which letter to send, so that an address without an account takes the same path. */
export type AccountEmail =
  | AddressEmail
  | {
      kind:
        | 'password_changed'
        | 'email_change_wanted'
        | 'email_changed'
        | 'max_linked'
        | 'second_factor_on'
        | 'second_factor_off'
        | 'second_factor_off_by_staff';
      userId: string;
      /** The address at the time of the event: a thief of the account must not get the letter. */
      email: string;
    }
  | { kind: 'passkey_added' | 'passkey_removed'; userId: string; email: string; passkey: string }
  | { kind: 'external_linked' | 'external_unlinked'; userId: string; email: string; provider: string }
  | { kind: 'signed_in_elsewhere'; userId: string; email: string; device: string; address: string; at: string };

export const accountEmail = jobKind<AccountEmail>('account-news');
export const emailChange = jobKind<EmailChange>('email-change');

/** E-mails that anybody can request for any address. */
export interface AddressEmail {
  kind: 'registered' | 'verification_wanted' | 'reset_wanted';
  email: string;
  registrationId?: string | undefined;
  /** Of the browser that requests its letter again, in base64url. */
  verifierHash?: string | undefined;
  /** For the rate limit: strangers in other networks do not use up a person's letters. */
  network?: string | undefined;
}

export interface EmailChange {
  userId: string;
  email: string;
}

/** Letters of one kind to one address, requested by anybody from all networks. */
export const lettersToAddress: Limit = { name: 'letters-address', hits: 20, windowSeconds: 60 * 60 };
/** Letters of one kind to one person; those that anybody can request are counted by network. */
export const lettersToPerson: Limit = { name: 'letters', hits: 5, windowSeconds: 60 * 60 };
