import { timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import * as z from 'zod/mini';
import { localNetworks, parseNetwork } from '../../../config/network.ts';
import { type CallbackHint, MalformedCallback, type ProviderCallbacks } from '../provider.ts';

/** The addresses that YooKassa documents as the source of its notifications. */
const documentedNetworks = [
  '185.71.76.0/27',
  '185.71.77.0/27',
  '77.75.153.0/25',
  '77.75.154.128/25',
  '77.75.156.11',
  '77.75.156.35',
  '2a02:5180::/32',
];

const notification = z.looseObject({
  event: z.string().check(z.maxLength(64), z.regex(/^[\w.]+$/)),
  object: z.looseObject({ id: z.string().check(z.maxLength(64), z.regex(/^[\w-]+$/)) }),
});

/** YooKassa signs nothing: what counts is a secret in the address that it was given, or else the network. */
export interface CallbackRules {
  secret: string | undefined;
  /** Undefined: those that YooKassa documents, or of the sandbox this machine's own. */
  networks: string[] | undefined;
  isSandbox: boolean;
}

export function yookassaCallbacks({ secret, networks, isSandbox }: CallbackRules): ProviderCallbacks {
  const isListed = listOf(networks ?? (isSandbox ? localNetworks : documentedNetworks));
  return {
    isGenuine: ({ address, query }) => (secret ? isSame(secret, query.secret) : isListed(address)),
    read: readNotification,
    acknowledgement: { contentType: 'application/json; charset=utf-8', text: '{"status":"ok"}' },
  };
}

function listOf(networks: string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const parsed = parseNetwork(network);
    if (parsed) list.addSubnet(parsed.address, parsed.bits, parsed.family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function isSame(secret: string, given: unknown): boolean {
  const [ours, theirs] = [Buffer.from(secret), Buffer.from(typeof given === 'string' ? given : '')];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

/** Events are named «payment.succeeded», «refund.succeeded», «payment_method.active». */
function readNotification(body: unknown): CallbackHint | null {
  const { data, error } = z.safeParse(notification, body);
  if (error) throw new MalformedCallback(error.message);
  const [kind] = data.event.split('.');
  if (kind !== 'payment' && kind !== 'refund' && kind !== 'payment_method') return null;
  return { kind, objectId: data.object.id };
}
