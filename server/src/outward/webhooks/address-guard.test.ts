import { expect, test } from 'vitest';
import { createAddressGuard } from './address-guard.ts';

const inner = [
  ...[
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.0.1',
    '198.19.0.1',
  ],
  ...['224.0.0.1', '255.255.255.255', '::', '::1', 'fc00::1', 'fd12::1', 'fe80::1%eth0', 'ff02::1', '2001:db8::1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a01:203', '::7f00:1', '2002:7f00:1::', '2001:0:1::1'],
  ...['64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b:1::1', 'fec0::1', 'localhost', ''],
];
const outer = ['8.8.8.8', '95.173.136.70', '2a02:6b8::feed:ff', '::ffff:808:808', '64:ff9b::808:808'];

test('no address inside a network is allowed, however it is written', () => {
  const { allows } = createAddressGuard([]);
  expect(inner.filter((address) => allows(address, true))).toEqual([]);
  expect(outer.filter((address) => !allows(address, true))).toEqual([]);
});

test('nothing is sent unencrypted but to allowed networks', () => {
  const { allows } = createAddressGuard(['10.0.0.0/8', 'fd12::/16']);
  expect(outer.filter((address) => allows(address, false))).toEqual([]);
  const allowed = ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::a01:203', 'fd12::1'];
  expect(allowed.filter((address) => !allows(address, false))).toEqual([]);
  expect(allows('192.168.0.1', true)).toBe(false);
});
