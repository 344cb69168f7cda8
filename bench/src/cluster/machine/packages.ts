import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';

const packages: Record<string, string> = {
  postgresql: '/usr/lib/postgresql',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  iproute2: '/usr/sbin/ip',
};
const policy = '/usr/sbin/policy-rc.d';

/** Installs what is missing, without starting the services that Debian would start. */
export async function installPackages(): Promise<string[]> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    throw new Error(
      'npm run cluster needs Debian and root: it installs packages, mounts and makes a network namespace.',
    );
  const missing = Object.entries(packages).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));
  if (missing.length === 0) return [];
  const isPolicyOurs = !existsSync(policy);
  if (isPolicyOurs) {
    await writeFile(policy, '#!/bin/sh\nexit 101\n');
    await chmod(policy, 0o755);
  }
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { stdio: 'ignore', env });
  } finally {
    if (isPolicyOurs) await rm(policy, { force: true });
  }
  return missing;
}
