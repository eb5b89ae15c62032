import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { z } from 'zod';

/** The snapshot that the repository keeps, from the project's root. */
export const SNAPSHOT_FILE = 'scripts/start/history/demo-history.jsonl.br';
/** The command that makes it. */
export const SNAPSHOT_COMMAND = 'npm run demo-history';

/** A table of the snapshot. Its rows are those that were not there when the story began. */
export interface HistoryTable {
  name: string;
  /** What is kept of a column in place of its value, in SQL. */
  as?: Readonly<Record<string, string>>;
  /** Which of its rows, in SQL. */
  where?: string;
  /** Rows that the database has already stay as they are: people of the story may be people of the demo rows. */
  mayBeThere?: boolean;
}

/**
 * What the story is made of, in an order in which it can be stored. Neither secrets and sessions, nor what the platform
 * makes anew by itself (rollups, states of circuits), nor the packs' own rows, which are those of the seed.
 */
export const historyTables: readonly HistoryTable[] = [
  { name: 'contacts', mayBeThere: true },
  { name: 'conversations' },
  { name: 'turns' },
  { name: 'messages' },
  { name: 'turn_events' },
  // What a turn that waits for a person goes on with; for one that has ended, its spans tell the same.
  {
    name: 'turn_steps',
    where: "turn_id IN (SELECT id FROM turns WHERE state NOT IN ('completed', 'failed', 'cancelled'))",
  },
  { name: 'turn_feedback' },
  { name: 'tool_calls' },
  { name: 'tool_effects' },
  { name: 'approvals' },
  { name: 'spans' },
  { name: 'broker_decisions' },
  // Of the versions before, what they had learned is of no use any more.
  { name: 'ranker_versions', as: { state: 'CASE WHEN serving THEN state END' } },
  { name: 'insights' },
  { name: 'artifacts' },
  { name: 'artifact_versions' },
  { name: 'feature_requests' },
  { name: 'feature_request_occurrences' },
  { name: 'follow_ups', where: "state = 'failed'" },
  { name: 'webhook_deliveries' },
  { name: 'webhook_attempts' },
  { name: 'model_usage' },
  // Kept by the machine's clock, for as long as they may be on their way to `model_usage`.
  { name: 'model_calls', as: { stored_at: '"day"::timestamptz' } },
  { name: 'task_outputs' },
  { name: 'budgets' },
  { name: 'flag_rules' },
  { name: 'flag_alerts' },
  { name: 'tool_overrides' },
  { name: 'audit_log' },
];

const header = z.object({
  version: z.literal(1),
  /** First and last day, `YYYY-MM-DD`. */
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  /** Ids of the orgs by slug, and of people by `slug/handle`, as the rows have them; who belongs to no org has no slug. */
  orgs: z.record(z.string(), z.uuid()),
  people: z.record(z.string(), z.uuid()),
  tables: z.array(
    z.object({
      name: z.string(),
      /** With the type of each. */
      columns: z.array(z.tuple([z.string(), z.string()])),
      mayBeThere: z.boolean(),
      rows: z.int(),
    }),
  ),
});
export type SnapshotHeader = z.infer<typeof header>;

/** A header and, for each of its tables, as many rows as it says, each as the JSON text of the row. */
export interface Snapshot {
  header: SnapshotHeader;
  rows: string[];
}

export function packSnapshot({ header: about, rows }: Snapshot): Buffer {
  const text = [JSON.stringify(about), ...rows].join('\n');
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}

/** @throws when the bytes are no snapshot of this version. */
export function unpackSnapshot(bytes: Buffer): Snapshot {
  const [first = '', ...rows] = brotliDecompressSync(bytes).toString('utf8').split('\n');
  return { header: header.parse(JSON.parse(first)), rows };
}
