import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The sources of the parts that `migrate` creates besides the migrations. */
const MACHINERY = ['row-level-security.ts', 'schema-record.ts'].map((file) => `libs/database/${file}`);

/** Hash that names a database template; each state of `migrations/` has its own template. */
export function migrationsHash(): string {
  const folder = path.resolve('migrations');
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  for (const file of [...files.sort().map((name) => path.join(folder, name)), ...MACHINERY])
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}
