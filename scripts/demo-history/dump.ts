import {
  historyTables,
  packSnapshot,
  type HistoryTable,
  type SnapshotHeader,
} from '../start/history/snapshot.ts';
import type { Recorder } from './recorder.ts';

type Columns = SnapshotHeader['tables'][number]['columns'];

/** Rows of each table of the snapshot that a seed makes, by their keys. */
export type SeededRows = ReadonlyMap<string, ReadonlySet<string>>;

/** What is there before the story begins: it is seeded again wherever the snapshot is loaded. */
export async function seededRows(story: Recorder): Promise<SeededRows> {
  const seeded = new Map<string, Set<string>>();
  for (const { name } of historyTables) {
    const key = await keyOf(story, name);
    const rows = await story.rows<{ key: string }>(`SELECT ${key} AS key FROM "${name}"`);
    seeded.set(name, new Set(rows.map((row) => row.key)));
  }
  return seeded;
}

/** Everything that the story has added, as a file. */
export async function writeSnapshot(
  story: Recorder,
  seeded: SeededRows,
  { start, end }: { start: Date; end: Date },
): Promise<{ bytes: Buffer; rows: number }> {
  const tables: SnapshotHeader['tables'] = [];
  const rows: string[] = [];
  for (const table of historyTables) {
    const columns = await columnsOf(story, table);
    const added = await addedRows(story, table, columns, seeded.get(table.name) ?? new Set());
    const { name, mayBeThere = false } = table;
    tables.push({ name, columns, mayBeThere, rows: added.length });
    for (const row of added) rows.push(row);
    console.error(
      `${name}: ${added.length} rows, ${added.reduce((sum, row) => sum + row.length, 0)} characters`,
    );
  }
  const header: SnapshotHeader = {
    version: 1,
    firstDay: start.toISOString().slice(0, 10),
    lastDay: new Date(end.getTime() - 1).toISOString().slice(0, 10),
    orgs: await idsBy(story, 'SELECT slug AS name, id FROM orgs'),
    people: await idsBy(
      story,
      `SELECT coalesce(o.slug, '') || '/' || u.handle AS name, u.id FROM users u LEFT JOIN orgs o ON o.id = u.org_id`,
    ),
    tables,
  };
  return { bytes: packSnapshot({ header, rows }), rows: rows.length };
}

async function addedRows(
  story: Recorder,
  { name, where = 'true', as = {} }: HistoryTable,
  columns: Columns,
  seeded: ReadonlySet<string>,
): Promise<string[]> {
  const key = await keyOf(story, name);
  const list = columns.map(([column]) => `${as[column] ?? `"${column}"`} AS "${column}"`).join(', ');
  const rows = await story.rows<{ key: string; row: string }>(
    `SELECT ${key} AS key, (SELECT row_to_json(kept)::text FROM (SELECT ${list}) kept) AS row
       FROM "${name}" WHERE ${where} ORDER BY 1`,
  );
  return rows.filter((row) => !seeded.has(row.key)).map(({ row }) => row);
}

/** Those that can be written, with their types. */
async function columnsOf(story: Recorder, { name }: HistoryTable): Promise<Columns> {
  const columns = await story.rows<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [name],
  );
  return columns.map((column) => [column.name, column.type]);
}

/** The primary key of a row as text, in SQL. */
async function keyOf(story: Recorder, name: string): Promise<string> {
  const columns = await story.rows<{ column: string }>(
    `SELECT a.attname AS column FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = $1::regclass AND i.indisprimary ORDER BY a.attnum`,
    [name],
  );
  if (columns.length === 0) throw new Error(`${name} has no primary key`);
  return `concat_ws(' ', ${columns.map(({ column }) => `"${column}"`).join(', ')})`;
}

async function idsBy(story: Recorder, sql: string): Promise<Record<string, string>> {
  const rows = await story.rows<{ name: string; id: string }>(sql);
  return Object.fromEntries(rows.map(({ name, id }) => [name, id]));
}
