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

/** The seed creates the orgs, so their settings are those with which the audit log ends. It has no values of secrets. */
const APPLY_AUDITED_SETTINGS = `
  UPDATE orgs SET settings = jsonb_strip_nulls(orgs.settings || audited.settings)
    FROM (SELECT org_id, jsonb_object_agg(substr(target, length('setting:') + 1), after -> 'value' ORDER BY at) AS settings
            FROM audit_log WHERE target LIKE 'setting:%' AND after ? 'value' GROUP BY org_id) audited
   WHERE id = audited.org_id`;

type Table = SnapshotHeader['tables'][number];

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
 *
 * @returns the number of turns.
 */
export async function loadHistory({ url }: DatabaseSettings, clock: Clock): Promise<number> {
  const snapshot = unpackSnapshot(readFileSync(SNAPSHOT_FILE));
  return inDatabase(url, async (client) => {
    await client.query('BEGIN');
    try {
      const turns = await insertAll(client, snapshot, clock);
      await client.query('COMMIT');
      return turns;
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    }
  });
}

async function insertAll(client: Client, { header, rows }: Snapshot, clock: Clock): Promise<number> {
  const rewrite = await rewriterFor(client, header, clock);
  let turns = 0;
  let next = 0;
  for (const table of header.tables) {
    const own = rows.slice(next, next + table.rows).map(rewrite);
    next += table.rows;
    if (table.name === 'traces') await ensurePartitions(client, own);
    await insert(client, table, own);
    if (table.name === 'turns') turns = own.length;
  }
  await client.query(APPLY_AUDITED_SETTINGS);
  return turns;
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
