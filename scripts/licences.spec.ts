import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface LockedPackage {
  license?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

/** May be handed on with a program under the MIT licence, whose own text it leaves as it is. */
const PERMITTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** The lock file says nothing of binaries of other platforms; each is under the licence of the package it belongs to. */
const BINARIES: Record<string, string> = {
  'node_modules/@msgpackr-extract/': 'node_modules/msgpackr-extract',
};

/** Whether one of the licences that an expression of SPDX offers, or each that it demands, is permitted. */
function isPermitted(expression: string): boolean {
  const bare = expression.replace(/[()]/g, '');
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isPermitted);
  return bare.split(' AND ').every((licence) => PERMITTED.has(licence));
}

function licenceOf(place: string): string | undefined {
  const owner = Object.entries(BINARIES).find(([prefix]) => place.startsWith(prefix))?.[1];
  return packages[place]?.license ?? packages[owner ?? '']?.license;
}

/** What the pages of the console are built from: packages that their sources import, and what those need. */
function packagesOfPages(): Set<string> {
  const sources = readdirSync('apps/admin/web', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|css)$/.test(file) && !/\.(?:spec|fixture|config)\./.test(file))
    .map((file) => readFileSync(path.join('apps/admin/web', file), 'utf8'));
  const imported = sources.flatMap((source) =>
    [...source.matchAll(/(?:from|import|import\() ?'((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name = '']) => name),
  );
  const found = new Set<string>();
  const add = (name: string, from: string): void => {
    const place = placeOf(name, from);
    if (place === undefined || found.has(place)) return;
    found.add(place);
    for (const each of Object.keys(packages[place]?.dependencies ?? {})) add(each, place);
  };
  for (const name of imported) add(name, '');
  return found;
}

/** Where Node finds the package `name` when the one at `from` asks for it. */
function placeOf(name: string, from: string): string | undefined {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[place]) return place;
  return from === '' ? undefined : placeOf(name, from.split('/node_modules/').slice(0, -1).join('/node_modules/'));
} // prettier-ignore

describe('the licences of what ships', () => {
  it('are permissive, of every package that runs or is built into the pages of the console', () => {
    const running = Object.keys(packages).filter((place) => place !== '' && !packages[place]?.dev);
    const pages = packagesOfPages();
    expect(running.length).toBeGreaterThan(100);
    expect(pages).toContain('node_modules/react-dom');
    const shipped = [...new Set([...running, ...pages])];
    const others = shipped.filter((place) => !isPermitted(licenceOf(place) ?? 'none'));
    expect(others.map((place) => `${place}: ${licenceOf(place)}`)).toEqual([]);
  });

  it.each([
    ['GPL-3.0-or-later', false],
    ['MIT AND GPL-2.0', false],
    ['(MPL-2.0 OR Apache-2.0)', true],
    ['none', false],
  ])('%s: %s', (expression, permitted) => {
    expect(isPermitted(expression)).toBe(permitted);
  });
});
