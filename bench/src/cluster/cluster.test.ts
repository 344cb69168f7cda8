import { expect, test } from 'vitest';
import { endAll } from './endings.ts';
import { longestGap } from './load/write-gaps.ts';
import { haproxyConfig } from './machine/haproxy.ts';
import { isWhole } from './machine/patroni.ts';
import { patroniConfig } from './machine/patroni-config.ts';
import { parentOf, treeOf } from './machine/process-tree.ts';

test('the longest gap between acknowledged writes is in seconds, 0 without writes', () => {
  expect(longestGap([1000, 1200, 24_950, 25_000])).toBe(23.8);
  expect(longestGap([1000])).toBe(0);
});

test('the parent of a process is read whatever its command is called', () => {
  expect(parentOf('17 (postgres: kazna (x) 7) S 42 17 17 0')).toBe(42);
});

test("a process's tree has its descendants, parents first, and nobody else", () => {
  const parents = new Map([
    [1, 0],
    [10, 1],
    [11, 10],
    [12, 11],
    [20, 1],
  ]);
  expect(treeOf(10, parents)).toEqual([10, 11, 12]);
});

const member = (role: string, lag: number | 'unknown' = 0, state = 'running') => ({ name: role, role, state, lag });

test.each([
  ['a leader, a synchronous and another replica', [member('leader'), member('sync_standby'), member('replica')], true],
  ['no synchronous replica', [member('leader'), member('replica'), member('replica')], false],
  ['a member short', [member('leader'), member('sync_standby')], false],
  ['a replica that starts', [member('leader'), member('sync_standby'), member('replica', 0, 'starting')], false],
  ['a replica far behind', [member('leader'), member('sync_standby'), member('replica', 1 << 30)], false],
  ['a replica of unknown lag', [member('leader'), member('sync_standby'), member('replica', 'unknown')], false],
])('a cluster with %s is whole: %#', (_what, members, expected) => {
  expect(isWhole(members, 3)).toBe(expected);
});

const node = { name: 'node1', address: '10.213.77.1', databasePort: 5432, restPort: 8008 };

test('HAProxy leads to the leader alone and cuts sessions with a node that lost the lock', () => {
  const config = haproxyConfig(6432, [node]);
  expect(config).toContain('option httpchk OPTIONS /primary');
  expect(config).toContain('on-marked-down shutdown-sessions');
  expect(config).toContain('server node1 10.213.77.1:5432 check port 8008');
});

test('Patroni commits nothing without a synchronous standby, and its times fit together', () => {
  const directories = { dataDirectory: '/d', socketDirectory: '/s', binDirectory: '/b' };
  const config = JSON.parse(patroniConfig({ ...node, ...directories, etcdHosts: ['h:1'], password: 'p' }));
  const { dcs } = config.bootstrap;
  expect(config).toMatchObject({ etcd: { hosts: ['h:1'] } });
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
  expect(dcs.postgresql.parameters.synchronous_commit).toBe('on');
  expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout);
});

test('what was made last is undone first, and a failure keeps nothing else from being undone', async () => {
  const undone: string[] = [];
  const end = (name: string) => async () => {
    undone.push(name);
    if (name === 'second') throw new Error('stuck');
  };
  await endAll([end('first'), end('second'), end('third')], () => {});
  expect(undone).toEqual(['third', 'second', 'first']);
});
