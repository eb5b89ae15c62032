// npm run import: replaces rows of a pack by those of a file, in the installation that runs here or whose database DATABASE_URL names.
import { readFileSync } from 'node:fs';
import { Database } from '#database';
import { packs } from '../packs/index.ts';
import { readCommandLine } from './command-line.ts';
import { readRows } from './import/read-rows.ts';
import { operatorConfig, orgNamed, runCommand, withServices } from './operator.ts';
import { StartRefusedError } from './start/start.errors.ts';

const imports = packs.flatMap((pack) => (pack.imports ?? []).map((spec) => ({ pack: pack.name, spec })));
const USAGE = `npm run import -- NAME FILE --org SLUG     FILE has one JSON object a line; its rows replace all that the org has
${imports.map(({ spec }) => `  ${spec.name}  ${spec.description}`).join('\n')}`;

async function main(): Promise<void> {
  const { found, file, slug } = readArguments();
  const { pack, spec } = found;
  const rows = readRows(textOf(file), spec);
  const { removed, added } = await withServices(await operatorConfig(), [], async (services) => {
    const org = await orgNamed(services, slug);
    if (!org.packs.includes(pack))
      throw new StartRefusedError(`The org ${slug} does not have the pack ${pack}.`);
    return services.get(Database).forOrg(org.id, (tx) => spec.replace(tx, rows));
  });
  console.log(`${spec.name} of ${slug}: ${removed} removed, ${added} imported.`);
}

function readArguments() {
  const { values, positionals } = readCommandLine(USAGE, {
    allowPositionals: true,
    options: { org: { type: 'string' } },
  });
  const [name, file, ...others] = positionals;
  const found = imports.find(({ spec }) => spec.name === name);
  if (name !== undefined && !found) throw new StartRefusedError(`No such rows: ${name}\n${USAGE}`);
  if (found && file && values.org && others.length === 0) return { found, file, slug: values.org };
  throw new StartRefusedError(USAGE);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartRefusedError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

runCommand(main);
