import { SocketAddress } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalAddress, networkOf } from './network.ts';

const group = fc.integer({ min: 0, max: 0xffff });
/** Many zeros, because `::` replaces zeros. */
const groups = fc.array(fc.oneof(fc.constant(0), group), { minLength: 8, maxLength: 8 });

interface Style {
  isUpper: boolean;
  isPadded: boolean;
  zone: string;
  gap: number;
  hasDots: boolean;
}
const style: fc.Arbitrary<Style> = fc.record({
  isUpper: fc.boolean(),
  isPadded: fc.boolean(),
  zone: fc.constantFrom('', '%eth0', '%1'),
  gap: fc.nat(7),
  hasDots: fc.boolean(),
});

function spell(address: number[], { isUpper, isPadded, zone, gap, hasDots }: Style): string {
  const texts = address.map((one) => one.toString(16).padStart(isPadded ? 4 : 1, '0'));
  const parts = hasDots ? texts.slice(0, 6) : texts;
  const [high = 0, low = 0] = address.slice(6);
  const dotted = hasDots ? [[high >> 8, high & 255, low >> 8, low & 255].join('.')] : [];
  let end = gap;
  while (end < parts.length && address[end] === 0) end += 1;
  const before = parts.slice(0, gap);
  const after = [...parts.slice(end), ...dotted];
  const text = end > gap ? `${before.join(':')}::${after.join(':')}` : [...parts, ...dotted].join(':');
  return (isUpper ? text.toUpperCase() : text) + zone;
}

test('all spellings of an IPv6 address are one address in one network', () => {
  fc.assert(
    fc.property(groups, style, style, (address, one, other) => {
      expect(canonicalAddress(spell(address, one))).toBe(canonicalAddress(spell(address, other)));
      expect(networkOf(spell(address, one))).toBe(networkOf(spell(address, other)));
    }),
    { numRuns: 2000 },
  );
});

test('a canonical address is equal to the original for the system', () => {
  fc.assert(
    fc.property(groups, style, (address, one) => {
      fc.pre(!(address[5] === 0xffff && address.slice(0, 5).every((part) => part === 0)));
      const parsed = (text: string) => new SocketAddress({ address: text, family: 'ipv6' }).address;
      expect(parsed(canonicalAddress(spell(address, one)))).toBe(parsed(spell(address, { ...one, zone: '' })));
    }),
  );
});

test('IPv4-mapped IPv6 is the IPv4 address in any spelling', () => {
  fc.assert(
    fc.property(group, group, style, (high, low, one) => {
      const plain = [high >> 8, high & 255, low >> 8, low & 255].join('.');
      expect(networkOf(spell([0, 0, 0, 0, 0, 0xffff, high, low], one))).toBe(plain);
      expect(networkOf(plain)).toBe(plain);
    }),
  );
});

test('two IPv6 addresses share a network exactly when their first four groups are equal', () => {
  fc.assert(
    fc.property(groups, groups, fc.boolean(), (one, other, isShared) => {
      const second = isShared ? [...one.slice(0, 4), ...other.slice(4)] : other;
      const plain = { isUpper: false, isPadded: false, zone: '', gap: 7, hasDots: false };
      fc.pre([one, second].every((address) => address.slice(0, 5).some((part) => part !== 0)));
      const areSame = one.slice(0, 4).join() === second.slice(0, 4).join();
      expect(networkOf(spell(one, plain)) === networkOf(spell(second, plain))).toBe(areSame);
    }),
  );
});

test.each([
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:102:304', '1.2.3.4'],
  ['0:0:0:0:0:ffff:0102:0304', '1.2.3.4'],
  ['::1', '0:0:0:0::/64'],
  ['10.0.0.1', '10.0.0.1'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
