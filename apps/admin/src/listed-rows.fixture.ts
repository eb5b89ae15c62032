import { randomUUID } from 'node:crypto';
import type { Database } from '#database';

const HOUR_MS = 3_600_000;

type Row = Record<string, unknown>;

/** The columns that a row gets when a test names none, for each table that has a page or a list of its own. */
const ROWS = {
  approvals: (id: string, at: Date): Row => ({
    id,
    turn_id: randomUUID(),
    conversation_id: randomUUID(),
    step_key: 'tool:1:0',
    tool: 'send_offer',
    arguments: { price: 100 },
    arguments_hash: 'h',
    reason: 'It is dear.',
    requested_at: at,
    expires_at: new Date(at.getTime() + HOUR_MS),
  }),
  tool_effects: (id: string, at: Date): Row => ({
    key: id,
    tool: 'send_offer',
    turn_id: randomUUID(),
    state: 'unknown_outcome',
    arguments: { to: 'anna@example.com' },
    arguments_hash: 'h',
    started_at: at,
  }),
  webhook_deliveries: (id: string, at: Date): Row => ({
    id,
    turn_id: randomUUID(),
    conversation_id: randomUUID(),
    event: 'turn.completed',
    url: 'https://hooks.example.com/?token=hunter2hunter2',
    state: 'failed',
    attempts: 9,
    round_attempts: 9,
    round_began_at: at,
    last_status: 500,
    last_error: 'x',
    created_at: at,
  }),
  feature_requests: (id: string, at: Date): Row => ({
    id,
    title: 'Faxes',
    meaning: id,
    description: 'Send a fax',
    category: 'tool',
    urgency: 'normal',
    created_at: at,
    updated_at: at,
  }),
  outbox_tasks: (id: string, at: Date): Row => ({
    id,
    job: 'summarize',
    key: `key-${id}`,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    payload: { conversationId: id },
    state: 'failed',
    attempts: 3,
    error: 'No model answered: 503',
    run_at: at,
    created_at: at,
    finished_at: at,
  }),
  tool_definitions: (id: string, at: Date): Row => ({
    id,
    name: 'remote_search',
    hash: 'a'.repeat(64),
    definition: {},
    source: 'mcp',
    first_seen_at: at,
    current_since: at,
  }),
  tool_runs: (id: string, at: Date): Row => ({
    id,
    user_id: randomUUID(),
    user_role: 'member',
    key: randomUUID(),
    tool: 'log_activity',
    arguments: { summary: 'Called Maria' },
    arguments_hash: 'hash',
    state: 'awaiting_approval',
    approval_arguments: { summary: 'Called Maria' },
    approval_reason: 'log_activity wants a person to agree',
    approval_hash: 'hash',
    approval_expires_at: new Date(at.getTime() + 24 * HOUR_MS),
    trace_id: 'c'.repeat(32),
    created_at: at,
  }),
};

export type ListedTable = keyof typeof ROWS;

/** Adds a row with these values by column; the other columns have those of {@link ROWS}. @returns its id or key. */
export async function addRow(
  database: Database,
  orgId: string,
  table: ListedTable,
  values: Row = {},
): Promise<string> {
  const row: Row = { org_id: orgId, ...ROWS[table](randomUUID(), new Date()), ...values };
  const columns = Object.keys(row).join(', ');
  await database.forOrg(orgId, (tx) =>
    tx.executeUnscoped(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_record(NULL::${table}, $1::jsonb)`,
      [JSON.stringify(row)],
    ),
  );
  return String(row.id ?? row.key);
}
