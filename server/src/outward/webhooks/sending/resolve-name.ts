import { type LookupAddress, lookup, promises } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** The name server knows no address, or there is none: the name may be of the machine's own list. */
const unknownCodes = ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'];

/** Asks the name servers directly: the system's resolver has two threads, which silent servers would block for all. */
export function createNameLookup(): LookupFunction {
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
