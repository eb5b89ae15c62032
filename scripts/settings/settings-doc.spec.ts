import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { KnownSettings, type KnownSetting } from '#identity';
import { packSettingsOf } from '#pack-kit';
import { packs } from '../../packs/index.ts';

const known = new KnownSettings(packSettingsOf(packs));
/** The names that the environment may set. */
const environment = [
  ...readFileSync('libs/config/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+)[:,]/gm),
].map(([, name = '']) => name);

/** The cells of a setting in `docs/settings.md`. */
function cellsOf(setting: KnownSetting): string[] {
  const fallback = 'default' in setting && setting.default !== undefined ? `\`${setting.default}\`` : 'none';
  const fromEnvironment = environment.includes(setting.name) ? 'yes' : 'no';
  return [`\`${setting.name}\``, whatFits(setting), fallback, fromEnvironment, setting.description];
}

function whatFits(setting: KnownSetting): string {
  switch (setting.kind) {
    case 'whole_number':
      return `${setting.min} to ${setting.max} ${setting.unit}`;
    case 'fraction':
      return `${setting.min} to ${setting.max}`;
    case 'names':
      return `names of ${setting.of}s`;
    case 'choice':
      return setting.values.map((value) => `\`${value}\``).join(', ');
    case 'url':
      return `${setting.protocols.map((protocol) => protocol.slice(0, -1)).join(' or ')} URL`;
    case 'time_zone':
      return 'IANA time zone';
    case 'text':
      return `text, at most ${setting.maxCharacters} characters`;
    case 'secret':
      return 'secret';
  }
}

/** All rows that name a setting, grouped by table. A line without a bar ends a table. */
function tablesOf(markdown: string): string[][][] {
  return markdown
    .split(/\n(?!\|)/)
    .map((block) => [...block.matchAll(/^\| (`[A-Z][A-Z0-9_]*` .*) \|$/gm)])
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.map(([, row = '']) => row.split(/ +\| +/).map((cell) => cell.trim())));
}

it('docs/settings.md lists every setting as in the catalogue, in one table', () => {
  expect(tablesOf(readFileSync('docs/settings.md', 'utf8'))).toEqual([known.all.map(cellsOf)]);
});

/** Names of settings that code reads by `settings.get`. */
function settingsReadIn(code: string): string[] {
  return [...code.matchAll(/settings\s*\.get\(\s*['"`](\w+)['"`]/g)].map(([, name = '']) => name);
}

// Elsewhere the compiler rejects an unknown name. Settings of packs are known only where packs are registered.
it('packs read only settings that they declare, or the platform has', () => {
  expect(settingsReadIn("const url = context.settings.get('GEO_URL');")).toEqual(['GEO_URL']);
  const files = readdirSync('packs', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(spec|fixture)\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(10);
  const names = new Set(known.all.map(({ name }) => name));
  for (const file of files) {
    const read = settingsReadIn(readFileSync(path.join('packs', file), 'utf8'));
    expect([file, read.filter((name) => !names.has(name))]).toEqual([file, []]);
  }
});
