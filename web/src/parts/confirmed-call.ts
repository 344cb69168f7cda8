import type { Endpoint } from '@kazna/contract/shared/endpoint';
import { call } from '../api/client.ts';
import { asProblem } from '../ui/feedback/problem.ts';

type Answer = (isConfirmed: boolean) => void;

let show: ((answer: Answer) => void) | undefined;
let asking: Promise<boolean> | undefined;

/** Registers the dialog of the page that asks for the password or a code. Returns how to take it back. */
export function onConfirmationWanted(wanted: (answer: Answer) => void): () => void {
  show = wanted;
  return () => {
    if (show === wanted) show = undefined;
  };
}

/** Several calls at once ask once. */
function askForConfirmation(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => (show ? show(resolve) : resolve(false))).finally(() => {
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
    if (asProblem(reason).code !== 'confirmation_required' || !(await askForConfirmation())) throw reason;
    return call(endpoint, ...sent);
  }
}) as typeof call;
