import { isIP } from 'node:net';

export interface Network {
  address: string;
  bits: number;
  family: 'ipv4' | 'ipv6';
}

export const localNetworks = ['127.0.0.0/8', '::1'];

/** Parses an IP address or a network in CIDR notation; null when it is neither. */
export function parseNetwork(text: string): Network | null {
  const [address = '', prefix] = text.split('/');
  const version = isIP(address);
  if (version === 0) return null;
  const maxBits = version === 4 ? 32 : 128;
  if (prefix !== undefined && (!/^\d+$/.test(prefix) || Number(prefix) > maxBits)) return null;
  return { address, bits: Number(prefix ?? maxBits), family: version === 4 ? 'ipv4' : 'ipv6' };
}
