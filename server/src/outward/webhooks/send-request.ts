import { type LookupAddress, lookup, promises } from 'node:dns';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { http } from '../../platform/http/node-http.ts';
import type { AddressGuard } from './address-guard.ts';

export interface Answered {
  /** Null when there was no answer; `error` says why. */
  status: number | null;
  error: string | null;
  /** The beginning of the body, 4 KiB at most. */
  answer: string | null;
  retryAfter: string | null;
  durationMs: number;
}

export interface SendOptions {
  guard: AddressGuard;
  connectTimeoutMs: number;
  totalTimeoutMs: number;
  lookup: LookupFunction;
}

interface OutgoingRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

export type Send = (request: OutgoingRequest) => Promise<Answered>;

const maxAnswerBytes = 4096;

/** Sends one POST. Never follows a redirect and never throws. */
export function createSend(given: Omit<SendOptions, 'lookup'> & Partial<SendOptions>): Send {
  const options: SendOptions = { lookup: createNameLookup(), ...given };
  return (request) =>
    new Promise((resolve) => {
      const startedAt = performance.now();
      const end = (outcome: Partial<Answered>) =>
        resolve({
          ...{ status: null, error: null, answer: null, retryAfter: null },
          ...outcome,
          durationMs: Math.round(performance.now() - startedAt),
        });
      try {
        start(options, request, end);
      } catch (error) {
        end({ error: (error as Error).message });
      }
    });
}

type End = (outcome: Partial<Answered>) => void;

function start(options: SendOptions, { url: text, headers, body, signal }: OutgoingRequest, end: End): void {
  const url = new URL(text);
  const isEncrypted = url.protocol === 'https:';
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  // Node never looks up an address that is written out.
  if (isIP(literal) && !options.guard.allows(literal, isEncrypted)) throw new Error(refusal);
  const settings: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A connection of its own: one that is kept might lead elsewhere than the name does by now.
    agent: false,
    lookup: guardedLookup(options, isEncrypted),
    signal,
  };
  const request = (isEncrypted ? https : http).request(url, settings);
  let received: Partial<Answered> | undefined;
  const timers = [
    setTimeout(() => request.destroy(new Error('no connection in time')), options.connectTimeoutMs),
    setTimeout(() => request.destroy(new Error('no answer in time')), options.totalTimeoutMs),
  ];
  const connected = () => clearTimeout(timers[0]);
  request.on('socket', (socket) => socket.on(isEncrypted ? 'secureConnect' : 'connect', connected));
  request.on('response', (response) => {
    received = { status: response.statusCode ?? null, retryAfter: response.headers['retry-after'] ?? null };
    readBeginning(request, response, (answer) => {
      received = { ...received, answer };
    });
  });
  // Once there is a status it decides, even if the rest of the answer never comes.
  request.on('error', (error) => end(received ?? { error: describe(error) }));
  request.on('close', () => {
    for (const timer of timers) clearTimeout(timer);
    end(received ?? { error: 'the connection was closed without an answer' });
  });
  request.end(body);
}

/** Keeps the first bytes and closes the connection when there are more. */
function readBeginning(request: ClientRequest, response: IncomingMessage, keep: (answer: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, maxAnswerBytes - size));
    size += chunk.length;
    // PostgreSQL takes no zero bytes in a text.
    keep(Buffer.concat(chunks).toString('utf8').replaceAll('\0', '�'));
    if (size >= maxAnswerBytes) request.destroy();
  });
  response.on('error', () => {});
}

const refusal = 'the address is inside a network that webhooks may not reach';

/** The connection goes to the very addresses that were checked here: there is no second look-up. */
function guardedLookup({ guard, lookup }: SendOptions, isEncrypted: boolean) {
  const guarded: LookupFunction = (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [];
      const allowed = addresses.filter(({ address }) => guard.allows(address, isEncrypted));
      const [first] = allowed;
      if (!first) return callback(new Error(refusal), []);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  return guarded;
}

function describe(error: NodeJS.ErrnoException & { errors?: Error[] }): string {
  return (error.message || error.errors?.[0]?.message || error.code || 'unknown error').slice(0, 500);
}

/** The name server knows no address, or there is none: the name may be of the machine's own list. */
const unknownCodes = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'];

/** Asks the name servers directly: the system's resolver has two threads, which hanging servers would block for all. */
function createNameLookup(): LookupFunction {
  const resolver = new promises.Resolver({ timeout: 2000, tries: 2 });
  return (hostname, options, callback) => {
    resolveBoth(resolver, hostname).then(
      (addresses) => callback(null, addresses),
      (error: NodeJS.ErrnoException) =>
        unknownCodes.includes(error.code ?? '')
          ? lookup(hostname, { ...options, all: true }, callback)
          : callback(error, []),
    );
  };
}

async function resolveBoth(resolver: promises.Resolver, hostname: string): Promise<LookupAddress[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
}
