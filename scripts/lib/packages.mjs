import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { withLock } from './lock.mjs';
import { captureProgram } from './processes.mjs';
import { at, CACHE, ExpectedError } from './project.mjs';

/** On a slow connection npm may fail on its own second try of a package (ENOTEMPTY). Fetched packages are cached. */
const MAX_ATTEMPTS = 3;

/**
 * True when node_modules has the packages of package-lock.json. npm writes `node_modules/.package-lock.json` at the end of
 * an installation, so an interrupted installation has no such file.
 */
export function packagesMatchLockFile(root = at()) {
  const record = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = readPackages(record);
  return Object.entries(readPackages(path.join(root, 'package-lock.json'))).every(([location, wanted]) => {
    if (location === '') return true;
    const found = installed[location];
    return found
      ? found.version === wanted.version
      : Boolean(wanted.optional ?? wanted.devOptional ?? wanted.peer);
  });
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** Installs the packages of the lock file, or waits for another run of this checkout that does. */
export async function installPackages(progress) {
  await progress.step('Installing packages', (note) =>
    withLock(path.join(CACHE, 'install.lock'), async () => {
      if (packagesMatchLockFile()) return note('done by another run');
      for (let attempt = 1; ; attempt += 1) {
        const { code, output } = await runNpmCi();
        if (code === 0) return undefined;
        // A lock file that does not match package.json fails a second time, too.
        if (attempt === MAX_ATTEMPTS || output.includes('EUSAGE')) {
          throw new ExpectedError(`npm ci failed:\n${output.trim()}`);
        }
        note('tried again');
      }
    }),
  );
}

function runNpmCi() {
  const [npm, npmArgs] = npmCommand();
  return captureProgram(npm, [...npmArgs, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: at(),
    // With NODE_ENV=production npm leaves out development packages, which the build needs.
    env: { ...process.env, NODE_ENV: 'development' },
  });
}

/** Program and first arguments that run npm with the Node of this process. */
export function npmCommand() {
  const beside = path.join(
    path.dirname(realpathSync(process.execPath)),
    '../lib/node_modules/npm/bin/npm-cli.js',
  );
  const script = [process.env.npm_execpath, beside].find(
    (file) => file && path.basename(file) === 'npm-cli.js' && existsSync(file),
  );
  if (script) return [process.execPath, [script]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}
