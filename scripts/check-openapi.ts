// Compares openapi.json with what the api says of itself; `--write` brings the file up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { pathToFileURL } from 'node:url';
import { readCommandLine, tellFailure } from './command-line.ts';

const FILE = 'openapi.json';
const USAGE = `npm run openapi
Writes ${FILE} from the api. To compare them only: npm run check -- openapi`;

async function main(): Promise<void> {
  const { values } = readCommandLine(USAGE, { options: { write: { type: 'boolean', default: false } } });
  const entry = path.resolve(import.meta.dirname, '../apps/api/openapi.js');
  const api = (await import(pathToFileURL(entry).href)) as { buildOpenApiDocument(): unknown };
  const document: unknown = JSON.parse(JSON.stringify(await api.buildOpenApiDocument()));
  if (values.write) {
    writeFileSync(FILE, `${JSON.stringify(document, null, 2)}\n`);
    console.log(`${FILE} written`);
    return;
  }
  const committed: unknown = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : undefined;
  if (!isDeepStrictEqual(committed, document)) {
    for (const difference of differences(committed, document).slice(0, 20)) console.error(difference);
    console.error(`${FILE} is not what the api says. Look at the change and run: npm run openapi`);
    process.exitCode = 1;
  }
}

/** Paths at which the two differ, as JSON pointers. */
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

main().then(
  // Building the document opens nothing that has to be waited for.
  () => process.exit(),
  (error: unknown) => {
    process.exit(tellFailure(error));
  },
);
