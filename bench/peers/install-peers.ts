import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The peers' own package with programs and lock file. Turnpike does not depend on its packages. */
export const PEERS_FOLDER = path.resolve('bench/peers');

/** Versions of the peers' packages by name, as requested in package.json. */
export function peerVersions(): Record<string, string> {
  const text = readFileSync(path.join(PEERS_FOLDER, 'package.json'), 'utf8');
  return (JSON.parse(text) as { dependencies: Record<string, string> }).dependencies;
}

/** Installs the peers' packages if they are missing or have other versions. */
export function installPeers(): void {
  if (Object.entries(peerVersions()).every(([name, version]) => installedVersion(name) === version)) return;
  console.error("Installing the peers' packages into bench/peers/node_modules (about 300 MB), once …");
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: PEERS_FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}

function installedVersion(name: string): string | undefined {
  const file = path.join(PEERS_FOLDER, 'node_modules', name, 'package.json');
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
