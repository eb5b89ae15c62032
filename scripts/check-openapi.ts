// npm run openapi: writes openapi.json from the api. `--compare` compares them instead.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { pathToFileURL } from 'node:url';
import { runCommand } from './commands/run-command.ts';
import { openapi } from './commands/development-programs.ts';

const FILE = 'openapi.json';

await runCommand(openapi, async ({ options }) => {
  const entry = path.resolve(import.meta.dirname, '../apps/api/openapi.js');
  const api = (await import(pathToFileURL(entry).href)) as { buildOpenApiDocument(): unknown };
  const document: unknown = JSON.parse(JSON.stringify(await api.buildOpenApiDocument()));
  if (!options.compare) {
    writeFileSync(FILE, `${JSON.stringify(document, null, 2)}\n`);
    return `${FILE} written`;
  }
  const committed: unknown = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : undefined;
  if (isDeepStrictEqual(committed, document)) return undefined;
  for (const difference of differences(committed, document).slice(0, 20)) console.error(difference);
  console.error(`${FILE} differs from the api. Look at the change and run: npm run openapi`);
  return 1;
});
// The document keeps no resource open.
process.exit();

/** Paths at which the two documents differ, as JSON pointers. */
function differences(before: unknown, after: unknown, pointer = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [pointer || '/'];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => {
    const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1');
    return differences(before[key], after[key], `${pointer}/${escaped}`);
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
