import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import type { Clock, DatabaseSettings } from '#config';
import {
  SNAPSHOT_COMMAND,
  SNAPSHOT_FILE,
  unpackSnapshot,
  type Snapshot,
  type SnapshotHeader,
} from './snapshot.ts';

const DAY_MS = 86_400_000;
/** Rows of one statement, by their text: more are no faster. */
const STATEMENT_CHARACTERS = 400_000;
/** Days before and after the story in which its rows name others, such as that of a viewing. */
const DAYS_AROUND = 60;
const ISO_DAY = /\b20\d\d-\d\d-\d\d(?!\d|-)/g;
const ANY_UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

type Table = SnapshotHeader['tables'][number];

/** What was loaded; `problem` says why nothing was. */
export type LoadedHistory = { turns: number } | { problem: string };

/** Whether nobody has sent a message yet: turns that are run leave events, and those of the seed none. */
export async function isWithoutHistory({ url }: DatabaseSettings): Promise<boolean> {
  return inDatabase(url, async (client) => {
    const { rows } = await client.query<{ empty: boolean }>(
      'SELECT NOT EXISTS (SELECT 1 FROM turn_events) AS empty',
    );
    return rows[0]?.empty ?? false;
  });
}

/**
 * Adds the story of the snapshot to a database that the demo seed has just filled, as if it had ended the day before
 * today: every day that its rows name is moved by as many days. All of it or, where something fails, nothing.
 */
export async function loadHistory(
  { url }: DatabaseSettings,
  clock: Clock,
  snapshot: Snapshot = unpackSnapshot(readFileSync(SNAPSHOT_FILE)),
): Promise<LoadedHistory> {
  return inDatabase(url, async (client) => {
    const problem = await misfit(client, snapshot.header);
    if (problem !== undefined) return { problem };
    await client.query('BEGIN');
    try {
      const turns = await insertAll(client, snapshot, clock);
      await client.query('COMMIT');
      return { turns };
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  });
}

/** Why the snapshot does not fit the database; undefined when it does. */
async function misfit(client: Client, { tables }: SnapshotHeader): Promise<string | undefined> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `SELECT attrelid::regclass::text AS table, attname AS column, format_type(atttypid, atttypmod) AS type
       FROM pg_attribute WHERE attrelid = ANY ($1::regclass[]) AND attnum > 0 AND NOT attisdropped`,
    [tables.map(({ name }) => name)],
  );
  const known = new Map(rows.map(({ table, column, type }) => [`${table}.${column}`, type]));
  const gone = tables.flatMap(({ name, columns }) =>
    columns
      .filter(([column, type]) => known.get(`${name}.${column}`) !== type)
      .map(([column]) => `${name}.${column}`),
  );
  if (gone.length === 0) return undefined;
  return `The demo history is of another schema (${gone.join(', ')}). Make it anew with: ${SNAPSHOT_COMMAND}`;
}

async function insertAll(client: Client, { header, rows }: Snapshot, clock: Clock): Promise<number> {
  const rewrite = await rewriterFor(client, header, clock);
  const within = spendWithin(header);
  let turns = 0;
  let next = 0;
  for (const table of header.tables) {
    const own = rows.slice(next, next + table.rows).map((row) => rewrite(within(table, row)));
    next += table.rows;
    if (table.name === 'spans') await ensurePartitions(client, own);
    await insert(client, table, own);
    if (table.name === 'turns') turns = own.length;
  }
  return turns;
}

/**
 * An org east of Greenwich has begun its next day when the story ends, and what it spent then would be of today. It is
 * counted to the last day: the first figures of today are those of whoever tries the demo.
 */
function spendWithin({ lastDay }: SnapshotHeader): (table: Table, row: string) => string {
  return ({ name }, row) => {
    if (name !== 'model_calls') return row;
    const call = JSON.parse(row) as { day: string };
    return call.day > lastDay
      ? JSON.stringify({ ...call, day: lastDay, stored_at: `${lastDay}T00:00:00Z` })
      : row;
  };
}

/** Puts this installation's ids and days into the text of a row. */
async function rewriterFor(
  client: Client,
  header: SnapshotHeader,
  clock: Clock,
): Promise<(row: string) => string> {
  const ids = new Map([
    ...(await idsHere(client, header.orgs, 'SELECT slug AS name, id FROM orgs')),
    ...(await idsHere(
      client,
      header.people,
      `SELECT coalesce(o.slug, '') || '/' || u.handle AS name, u.id FROM users u LEFT JOIN orgs o ON o.id = u.org_id`,
    )),
  ]);
  const moved = daysMoved(header, clock);
  return (row) =>
    row.replaceAll(ANY_UUID, (id) => ids.get(id) ?? id).replaceAll(ISO_DAY, (day) => moved.get(day) ?? day);
}

/** Ids of this database by those of the snapshot; the seed has made all of them. */
async function idsHere(
  client: Client,
  there: Record<string, string>,
  sql: string,
): Promise<[there: string, here: string][]> {
  const { rows } = await client.query<{ name: string; id: string }>(sql);
  const here = new Map(rows.map(({ name, id }) => [name, id]));
  return Object.entries(there).map(([name, id]) => {
    const found = here.get(name);
    if (found === undefined)
      throw new Error(`The demo history knows ${name}, and the demo seed has not made it.`);
    return [id, found];
  });
}

/** The days of the story and those around it, each with the day that takes its place. */
function daysMoved({ firstDay, lastDay }: SnapshotHeader, clock: Clock): Map<string, string> {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const yesterday = Date.parse(dayOf(clock.now().getTime() - DAY_MS));
  const shift = yesterday - Date.parse(lastDay);
  const moved = new Map<string, string>();
  const until = Date.parse(lastDay) + DAYS_AROUND * DAY_MS;
  for (let day = Date.parse(firstDay) - DAYS_AROUND * DAY_MS; day <= until; day += DAY_MS)
    moved.set(dayOf(day), dayOf(day + shift));
  return moved;
}

async function ensurePartitions(client: Client, rows: readonly string[]): Promise<void> {
  const months = new Set(
    rows.map((row) => (JSON.parse(row) as { started_at: string }).started_at.slice(0, 7)),
  );
  for (const month of months)
    await client.query('SELECT ensure_span_partition($1)', [`${month}-15T00:00:00Z`]);
}

async function insert(client: Client, { name, columns, mayBeThere }: Table, rows: string[]): Promise<void> {
  const list = columns.map(([column]) => `"${column}"`).join(', ');
  const statement = `INSERT INTO "${name}" (${list}) SELECT ${list} FROM json_populate_recordset(NULL::"${name}", $1::json)
    ${mayBeThere ? 'ON CONFLICT DO NOTHING' : ''}`;
  let batch: string[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    characters += row.length;
    if (characters < STATEMENT_CHARACTERS) continue;
    await client.query(statement, [`[${batch.join(',')}]`]);
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) await client.query(statement, [`[${batch.join(',')}]`]);
}

async function inDatabase<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
