// npm run import: replaces rows of a pack by those of a file.
import { Database } from '#database';
import { packs } from '../packs/index.ts';
import { importRows } from './commands/database-programs.ts';
import { textOf } from './commands/files.ts';
import { runCommand } from './commands/run-command.ts';
import { UsageError } from './commands/usage.errors.ts';
import { readRows } from './import/read-rows.ts';
import { operatorConfig, orgNamed, withServices } from './operator.ts';
import { StartRefusedError } from './start/start.errors.ts';

void runCommand(importRows, async ({ names: [name = '', file = ''], options: { org: slug } }) => {
  const { pack, spec } = importNamed(name);
  const rows = readRows(await textOf(file), spec);
  const { removed, added } = await withServices(await operatorConfig(), [], async (services) => {
    const org = await orgNamed(services, slug);
    if (!org.packs.includes(pack))
      throw new StartRefusedError(`The org ${slug} does not have the pack ${pack}.`);
    return services.get(Database).forOrg(org.id, (tx) => spec.replace(tx, rows));
  });
  return `${spec.name} of ${slug}: ${removed} removed, ${added} imported.`;
});

function importNamed(name: string) {
  const imports = packs.flatMap((pack) => (pack.imports ?? []).map((spec) => ({ pack: pack.name, spec })));
  const found = imports.find(({ spec }) => spec.name === name);
  if (found) return found;
  const known = imports.map(({ spec }) => `  ${spec.name}  ${spec.description}`).join('\n');
  throw new UsageError(`No pack imports ${name}. What can be imported:\n${known}`);
}
