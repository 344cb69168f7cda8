/** Put into the page by `web/build/early-script.ts`. */
export interface EarlyCall {
  bearer: string;
  response: Promise<Response>;
}

declare global {
  var earlyCalls: Map<string, EarlyCall> | undefined;
}

/** Longer than a page takes to ask for what it shows, shorter than the time that answers count as fresh. */
const maxAgeMs = 15_000;

setTimeout(dropEarlyCalls, maxAgeMs);

/** Returns the response of a call that was started before the code had come. Each is taken once, by the same session. */
export function takeEarlyCall(address: string, bearer: string | undefined): Promise<Response> | undefined {
  const call = globalThis.earlyCalls?.get(address);
  if (!call || call.bearer !== bearer) return undefined;
  globalThis.earlyCalls?.delete(address);
  return call.response;
}

/** Whether there are any and all of them were answered well. Takes none of them. */
export async function earlyCallsSucceed(): Promise<boolean> {
  const calls = [...(globalThis.earlyCalls?.values() ?? [])];
  const responses = await Promise.allSettled(calls.map(({ response }) => response));
  return calls.length > 0 && responses.every((one) => one.status === 'fulfilled' && one.value.ok);
}

/** After a change their answers are outdated. */
export function dropEarlyCalls(): void {
  globalThis.earlyCalls?.clear();
}
