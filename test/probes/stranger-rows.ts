import { randomBytes } from 'node:crypto';
import { placeholderValue, placesFor, type Column } from '../harness/placeholder-value.ts';
import { isMarked, type Marks } from './marks.ts';
import type { ProbedServers } from './servers.ts';

/** Columns by which rows are looked up. */
const KEYS = /(^|_)(id|key|name|slug|handle|email|agent|tool|model|pack|kind|reference|token|code|hash)$/;
/** Columns that are null while a row is in use. */
const ENDS = /(revoked|disabled|deleted|erased|expired|finished|ended|cancelled|archived|superseded)_at$/;
const ROWS_PER_TABLE = 2;

interface RequiredColumn extends Column {
  required: boolean;
}

export interface OrgTable {
  name: string;
  /** The lookup values of the strangers' rows, by column. */
  values: { column: string; value: string }[];
}

/** Inserts rows of an org into every table that has an org column. */
export class StrangerRows {
  readonly tables: OrgTable[] = [];

  constructor(
    private readonly servers: ProbedServers,
    private readonly marks: Marks,
    private readonly orgId: string,
  ) {}

  async fillTables(): Promise<void> {
    await this.servers.rows('SELECT ensure_trace_partition(now())');
    // The values need not make sense, because only the org itself may read them.
    await this.servers.rows('SET session_replication_role = replica');
    const checks = await this.servers.rows<{ table: string; name: string; definition: string }>(
      `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
         FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND contype = 'c' AND conislocal AND coninhcount = 0`,
    );
    for (const { table, name } of checks)
      await this.servers.rows(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
    for (const name of await this.orgTables()) {
      const lists = checks
        .filter(({ table }) => table === name)
        .flatMap(({ definition }) => listedValues(definition));
      await this.fillTable(name, new Map(lists));
    }
    await this.servers.rows('SET session_replication_role = DEFAULT');
  }

  private async orgTables(): Promise<string[]> {
    const tables = await this.servers.rows<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'org_id' AND NOT a.attisdropped)
        ORDER BY c.relname`,
    );
    return tables.map(({ name }) => name);
  }

  /** One row that refers to rows of the product, and one that refers to nothing. */
  private async fillTable(name: string, lists: Map<string, string[]>): Promise<void> {
    const columns = await this.servers.rows<RequiredColumn>(
      `SELECT column_name AS name, data_type AS type, udt_name AS udt,
              is_nullable = 'NO' AND column_default IS NULL AS required
         FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' AND is_identity = 'NO'
        ORDER BY ordinal_position`,
      [name],
    );
    const table: OrgTable = { name, values: [] };
    let planted = false;
    for (let row = 0; row < ROWS_PER_TABLE; row += 1) {
      const filled = columns.filter(({ name: column, required }) => required || !ENDS.test(column));
      const values = filled.map((column) => this.valueOf(column, { row, lists }));
      const { rowCount } = await this.servers.database.query(
        `INSERT INTO "${name}" (${filled.map((column) => `"${column.name}"`).join(', ')}) VALUES (${placesFor(filled)})
         ON CONFLICT DO NOTHING`,
        values,
      );
      if (rowCount === 0) continue;
      planted = true;
      for (const [index, column] of filled.entries()) {
        const value = values[index];
        if (typeof value === 'string' && isMarked(value)) table.values.push({ column: column.name, value });
      }
    }
    if (!planted) throw new Error(`The strangers have no row in ${name}`);
    this.tables.push(table);
  }

  private valueOf(
    column: RequiredColumn,
    { row, lists }: { row: number; lists: Map<string, string[]> },
  ): unknown {
    const { name, type } = column;
    if (name === 'org_id') return this.orgId;
    const listed = lists.get(name) ?? [];
    if (listed.length > 0) return listed[row % listed.length];
    const linked = row === 0;
    const [turnId, conversationId, traceId] = this.marks.unmarked;
    if (linked && name === 'turn_id') return turnId;
    if (linked && name === 'conversation_id') return conversationId;
    if (linked && name === 'trace_id') return traceId;
    if (name === 'traceparent') return `00-${this.marks.newId().replaceAll('-', '')}-00f067aa0ba902b7-01`;
    if (/(trace_id|hash)$/.test(name) && type === 'text') return this.marks.newId().replaceAll('-', '');
    if (name.endsWith('span_id'))
      return this.marks.newId().replaceAll('-', '').slice(0, 4) + randomBytes(6).toString('hex');
    const isKey = type === 'text' && KEYS.test(name);
    return placeholderValue(column, {
      id: () => this.marks.newId(),
      number: () => this.marks.newNumber(),
      text: () => (isKey ? this.marks.newKey() : this.marks.newSecret()),
    });
  }
}

/** A column with a list of allowed values, and that list. */
function listedValues(definition: string): [column: string, values: string[]][] {
  const [, column, list = ''] = /\(+"?(\w+)"? = ANY \(+ARRAY\[(.*?)\]/.exec(definition) ?? [];
  return column === undefined
    ? []
    : [[column, [...list.matchAll(/'([^']*)'/g)].map(([, value = '']) => value)]];
}
