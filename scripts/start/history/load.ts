import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import type { Clock, DatabaseSettings } from '#config';
import { SNAPSHOT_FILE, unpackSnapshot, type Snapshot, type SnapshotHeader } from './snapshot.ts';

const DAY_MS = 86_400_000;
/** Text of the rows in one INSERT; larger statements are no faster. */
const STATEMENT_CHARACTERS = 400_000;
/** Rows also name days before and after the fortnight, such as the day of a viewing. */
const DAYS_AROUND = 60;
const ISO_DAY = /\b20\d\d-\d\d-\d\d(?!\d|-)/g;
const ANY_UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;

type Table = SnapshotHeader['tables'][number];

/** The number of turns loaded, or the reason why nothing was loaded. */
export type LoadedHistory = { turns: number } | { problem: string };

/** True until the first message is sent: a turn that runs writes events, a seeded turn writes none. */
export async function isWithoutHistory({ url }: DatabaseSettings): Promise<boolean> {
  return inDatabase(url, async (client) => {
    const { rows } = await client.query<{ empty: boolean }>(
      'SELECT NOT EXISTS (SELECT 1 FROM turn_events) AS empty',
    );
    return rows[0]?.empty ?? false;
  });
}

/**
 * Loads the snapshot into a database that the demo seed has just filled. Every day in its rows is moved by the same number
 * of days, so that the fortnight ends yesterday. Loads everything in one transaction, or nothing.
 */
export async function loadHistory(
  { url }: DatabaseSettings,
  clock: Clock,
  snapshot: Snapshot = unpackSnapshot(readFileSync(SNAPSHOT_FILE)),
): Promise<LoadedHistory> {
  return inDatabase(url, async (client) => {
    const problem = await schemaDifference(client, snapshot.header);
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

/** Names the columns that the database does not have with their type; undefined when the snapshot fits. */
async function schemaDifference(client: Client, { tables }: SnapshotHeader): Promise<string | undefined> {
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
  return `The demo history does not fit the current schema (${gone.join(', ')}) and was not loaded. scripts/start/history/snapshot.ts explains how to convert it.`;
}

async function insertAll(client: Client, { header, rows }: Snapshot, clock: Clock): Promise<number> {
  const rewrite = await rewriterFor(client, header, clock);
  const moveSpend = moveLateSpend(header);
  let turns = 0;
  let next = 0;
  for (const table of header.tables) {
    const own = rows.slice(next, next + table.rows).map((row) => rewrite(moveSpend(table, row)));
    next += table.rows;
    if (table.name === 'traces') await ensurePartitions(client, own);
    await insert(client, table, own);
    if (table.name === 'turns') turns = own.length;
  }
  return turns;
}

/**
 * Assigns the cost of the last hours to the last recorded day. In an org east of Greenwich they belong to the next day,
 * which is today after the move, and a demo starts with no cost today.
 */
function moveLateSpend({ lastDay }: SnapshotHeader): (table: Table, row: string) => string {
  return ({ name }, row) => {
    if (name !== 'model_calls') return row;
    const call = JSON.parse(row) as { day: string };
    return call.day > lastDay
      ? JSON.stringify({ ...call, day: lastDay, stored_at: `${lastDay}T00:00:00Z` })
      : row;
  };
}

/** Replaces the recording's ids and days in the text of a row by those of this installation. */
async function rewriterFor(
  client: Client,
  header: SnapshotHeader,
  clock: Clock,
): Promise<(row: string) => string> {
  const ids = new Map([
    ...(await localIds(client, header.orgs, 'SELECT slug AS name, id FROM orgs')),
    ...(await localIds(
      client,
      header.people,
      `SELECT coalesce(o.slug, '') || '/' || u.handle AS name, u.id FROM users u LEFT JOIN orgs o ON o.id = u.org_id`,
    )),
  ]);
  const moved = daysMoved(header, clock);
  return (row) =>
    row.replaceAll(ANY_UUID, (id) => ids.get(id) ?? id).replaceAll(ISO_DAY, (day) => moved.get(day) ?? day);
}

/** Pairs each id of the snapshot with the id that the seed has given the same org or person here. */
async function localIds(
  client: Client,
  recorded: Record<string, string>,
  sql: string,
): Promise<[recorded: string, local: string][]> {
  const { rows } = await client.query<{ name: string; id: string }>(sql);
  const local = new Map(rows.map(({ name, id }) => [name, id]));
  return Object.entries(recorded).map(([name, id]) => {
    const found = local.get(name);
    if (found === undefined)
      throw new Error(`The demo history refers to ${name}, which the demo seed did not create.`);
    return [id, found];
  });
}

/** The recorded days and the days around them, each with the day that replaces it. */
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
    await client.query('SELECT ensure_trace_partition($1)', [`${month}-15T00:00:00Z`]);
}

async function insert(client: Client, { name, columns, keepExisting }: Table, rows: string[]): Promise<void> {
  const list = columns.map(([column]) => `"${column}"`).join(', ');
  const statement = `INSERT INTO "${name}" (${list}) SELECT ${list} FROM json_populate_recordset(NULL::"${name}", $1::json)
    ${keepExisting ? 'ON CONFLICT DO NOTHING' : ''}`;
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
