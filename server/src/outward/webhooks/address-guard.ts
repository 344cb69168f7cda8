import { BlockList, isIP, isIPv6 } from 'node:net';
import { parseNetwork } from '../../config/network.ts';
import { canonicalAddress } from '../../platform/http/network.ts';

/** Networks that no public server has: this host, private, shared, link-local, test, multicast and reserved ones. */
const innerNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Inside 2000::/3, the only public part of IPv6: special purposes with Teredo, documentation, 6to4.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
];

export interface AddressGuard {
  /** Whether a request may be sent to the address; without encryption only inside the allowed networks. */
  allows(address: string, isEncrypted: boolean): boolean;
}

/** `allowedNetworks` come from the environment only: registering an endpoint cannot widen them. */
export function createAddressGuard(allowedNetworks: string[]): AddressGuard {
  const [inner, allowed, publicIPv6] = [listOf(innerNetworks), listOf(allowedNetworks), listOf(['2000::/3'])];
  return {
    allows: (text, isEncrypted) => {
      const address = withoutTranslation(canonicalAddress(text));
      if (isIP(address) === 0) return false;
      if (contains(allowed, address)) return true;
      const isPublic = !contains(inner, address) && (!isIPv6(address) || contains(publicIPv6, address));
      return isEncrypted && isPublic;
    },
  };
}

function listOf(networks: string[]): BlockList {
  const list = new BlockList();
  for (const text of networks) {
    const network = parseNetwork(text);
    if (network) list.addSubnet(network.address, network.bits, network.family);
  }
  return list;
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** A NAT64 address leads to the IPv4 address in its last 32 bits. */
function withoutTranslation(address: string): string {
  const translated = /^64:ff9b::(.*)$/.exec(address)?.[1];
  return translated === undefined ? address : canonicalAddress(`::ffff:${translated || '0'}`);
}
