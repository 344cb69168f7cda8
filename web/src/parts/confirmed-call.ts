import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { call } from '../api/client.ts';
import { asProblem } from '../ui/feedback/problem.ts';

type Answer = (isConfirmed: boolean) => void;

/** What the server wants: any confirmation, or staff's second factor, which a password is not. */
type Wanted = 'confirmation_required' | 'second_factor_required';
type Show = (answer: Answer, wanted: Wanted) => void;

let show: Show | undefined;
let asking: Promise<boolean> | undefined;

/** Registers the dialog of the page that asks for the password or a code. Returns how to take it back. */
export function onConfirmationWanted(dialog: Show): () => void {
  show = dialog;
  return () => {
    if (show === dialog) show = undefined;
  };
}

/** Several calls at once ask once. */
function askForConfirmation(wanted: Wanted): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => (show ? show(resolve, wanted) : resolve(false))).finally(() => {
    asking = undefined;
  });
  return asking;
}

/**
 * Calls an endpoint; where the server wants a confirmation, asks the person and repeats the same call. Closing the
 * dialog rejects with the server's problem, and the form keeps its values.
 */
export const callConfirmed = (async (endpoint: Endpoint, ...sent: never[]) => {
  try {
    return await call(endpoint, ...sent);
  } catch (reason) {
    const { code } = asProblem(reason);
    if (code !== 'confirmation_required' && code !== 'second_factor_required') throw reason;
    if (!(await askForConfirmation(code))) throw reason;
    return call(endpoint, ...sent);
  }
}) as typeof call;
