// Adds optional packages of other platforms to package-lock.json after a dependency has changed. npm omits them if its
// registry lacks them. `npm ci` then refuses the lock file on every machine. Versions come from the package that depends on
// them, the platform from the package name.
import { readFileSync, writeFileSync } from 'node:fs';
import { at } from './lib/project.mjs';

const OPERATING_SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'aix',
];
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el'];
const EXACT_VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** The lock file with the optional packages that it lacks. */
export function completeLockFile(lock) {
  const packages = { ...lock.packages };
  for (const [location, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (findEntry(packages, location, name)) continue;
      const platform = platformOf(name);
      if (!platform || !EXACT_VERSION.test(version)) continue;
      packages[`node_modules/${name}`] = {
        version,
        ...platform,
        ...(entry.dev ? { dev: true } : {}),
        optional: true,
      };
    }
  }
  const ordered = Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...lock, packages: Object.fromEntries(ordered) };
}

/** The entry of `name` for the package at `location`: that of the nearest node_modules upwards. */
function findEntry(packages, location, name) {
  for (let folder = location; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const entry = packages[folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`];
    if (entry || !folder) return entry;
  }
}

/** `{ cpu, os, libc? }` of a name such as `@scope/binding-linux-x64-musl`; undefined without a platform. */
function platformOf(name) {
  const parts = name.slice(name.lastIndexOf('/') + 1).split('-');
  const os = OPERATING_SYSTEMS.find((known) => parts.includes(known));
  const cpu = PROCESSORS.find((known) => parts.includes(known));
  if (!os || !cpu) return undefined;
  const libc =
    os !== 'linux'
      ? undefined
      : parts.includes('musl')
        ? 'musl'
        : parts.includes('gnu')
          ? 'glibc'
          : undefined;
  return { cpu: [cpu], ...(libc ? { libc: [libc] } : {}), os: [os] };
}

if (process.argv[1] === import.meta.filename || process.argv[1]?.endsWith('complete-lock-file.mjs')) {
  const file = at('package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const completed = completeLockFile(lock);
  writeFileSync(file, `${JSON.stringify(completed, null, 2)}\n`);
  const added = Object.keys(completed.packages).length - Object.keys(lock.packages).length;
  console.log(`package-lock.json: ${added} packages of other platforms added`);
}
