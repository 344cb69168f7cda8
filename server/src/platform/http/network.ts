import { isIP, isIPv6, SocketAddress } from 'node:net';
import type { FastifyRequest } from 'fastify';

function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const before = groupsIn(head);
  const after = tail === undefined ? [] : groupsIn(tail);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function groupsIn(text: string): number[] {
  return text
    .split(':')
    .filter(Boolean)
    .flatMap((part) => {
      if (!part.includes('.')) return Number.parseInt(part, 16);
      const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
      return [a * 256 + b, c * 256 + d];
    });
}

/** The IPv4 address embedded in `::ffff:0:0/96`. */
function embeddedIPv4(groups: number[]): string | null {
  const [, , , , , marker, high = 0, low = 0] = groups;
  if (marker !== 0xffff || groups.slice(0, 5).some((group) => group !== 0)) return null;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

const mappedPrefixBits = 96;

/** One spelling per address: no zone, IPv4-mapped IPv6 as IPv4, lower case, shortest form. */
export function canonicalAddress(text: string): string {
  const [address = ''] = text.split('%');
  if (!isIPv6(address)) return address;
  return embeddedIPv4(groupsOf(address)) ?? new SocketAddress({ address, family: 'ipv6' }).address;
}

/** The same for a network: addresses are compared as IPv4, so `::ffff:10.0.0.0/104` is `10.0.0.0/8`. */
export function canonicalNetwork(text: string): string {
  const [address = '', length] = text.split('/');
  const canonical = canonicalAddress(address);
  if (length === undefined) return canonical;
  if (!isIPv6(address) || isIPv6(canonical)) return `${canonical}/${length}`;
  const bits = Number(length) - mappedPrefixBits;
  // Shorter than the mapped prefix, it holds all of IPv4 and other addresses besides.
  return bits < 0 ? text : `${canonical}/${bits}`;
}

/** The unit of rate limits: one IPv4 address, or the IPv6 /64 that one household or office gets. */
export function networkOf(text: string): string {
  const address = canonicalAddress(text);
  if (!isIPv6(address)) return address;
  const prefix = groupsOf(address).slice(0, 4);
  return `${prefix.map((group) => group.toString(16)).join(':')}::/64`;
}

/** X-Forwarded-For is client-controlled. When it is not an IP address, the socket's address counts. */
export function addressOf(request: FastifyRequest): string {
  const address = canonicalAddress(request.ip);
  return isIP(address) ? address : canonicalAddress(request.socket.remoteAddress ?? '0.0.0.0');
}
