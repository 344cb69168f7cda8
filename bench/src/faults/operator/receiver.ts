import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Webhook } from 'standardwebhooks';

export interface Inbox {
  types: string[];
  /** Bodies by `webhook-id`, with how often each came. */
  received: Map<string, { body: string; count: number }>;
  badSignatures: number;
  /** Deliveries whose body differs from an earlier one with the same id. */
  altered: number;
  verifier: Webhook | undefined;
}

export interface Receiver {
  urlOf: (name: string) => string;
  inboxes: Map<string, Inbox>;
  close: () => Promise<void>;
}

/** Every so many events the first delivery is refused, or read and cut off without an answer. */
const misbehaviorInterval = 40;

/** The business's own server. Signatures are verified by the library and not by our client. */
export async function startReceiver(): Promise<Receiver> {
  const inboxes = new Map<string, Inbox>();
  let events = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // A killed worker leaves half a request.
    }
    const inbox = inboxes.get(request.url ?? '');
    const isFirst = inbox ? accept(inbox, Buffer.concat(chunks).toString(), request.headers) : false;
    if (isFirst) events += 1;
    const turn = isFirst ? events % misbehaviorInterval : 0;
    if (turn === 1) response.writeHead(503).end();
    else if (turn === 2) request.socket.destroy();
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (name) => `http://127.0.0.1:${port}${name}`,
    inboxes,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns whether the event is new. */
function accept(inbox: Inbox, body: string, headers: IncomingHttpHeaders): boolean {
  try {
    inbox.verifier?.verify(body, headers as Record<string, string>);
  } catch {
    inbox.badSignatures += 1;
    return false;
  }
  const id = String(headers['webhook-id']);
  const earlier = inbox.received.get(id);
  if (earlier && earlier.body !== body) inbox.altered += 1;
  inbox.received.set(id, { body, count: (earlier?.count ?? 0) + 1 });
  return !earlier;
}
