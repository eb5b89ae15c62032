import { randomUUID } from 'node:crypto';
import type { Database } from '#database';
import { addRow, type ListedTable } from '../listed-rows.fixture.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Stores a day's rolled-up use of a model by an org. */
export async function addModelUse(
  database: Database,
  orgId: string,
  use: {
    model: string;
    costUsd: number;
    /** Days before today in UTC; 0 unless given. */
    daysAgo?: number;
    /** In place of `daysAgo`. */
    day?: string;
    tier?: string;
    calls?: number;
    promptTokens?: number;
    completionTokens?: number;
  },
): Promise<void> {
  const { daysAgo = 0, day = new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10) } = use;
  await database.forOrg(orgId, (tx) =>
    tx.execute(
      `INSERT INTO model_usage (org_id, day, provider, model, tier, calls, prompt_tokens, cached_tokens, completion_tokens, cost_usd)
       VALUES ($1, $2, 'openai', $3, $4, $5, $7::bigint, $7::bigint / 3, $8, $6)`,
      [
        day,
        use.model,
        use.tier ?? 'standard',
        use.calls ?? 40,
        use.costUsd,
        use.promptTokens ?? 120_000,
        use.completionTokens ?? 9_000,
      ],
    ),
  );
}

/** Adds one item of each inbox kind. @returns the turn whose call awaits approval. */
export async function addInboxRows(
  database: Database,
  orgId: string,
): Promise<{ approvalId: string; deliveryId: string; effectKey: string; turnId: string }> {
  const turn_id = randomUUID();
  const add = (table: ListedTable, values: Record<string, unknown>) => addRow(database, orgId, table, values);
  const ago = (ms: number) => new Date(Date.now() - ms);
  const approvalId = await add('approvals', {
    turn_id,
    tool: 'send_email',
    arguments: { to: 'maria@example.com', subject: 'Your viewing' },
    reason: 'send_email reaches people outside of the org',
    expires_at: ago(-DAY_MS),
  });
  const effectKey = await add('tool_effects', {
    key: `turn:${randomUUID()}:book_viewing`,
    tool: 'book_viewing',
    turn_id,
    arguments: { property: 'prop-0112', at: '2026-12-01T10:00' },
    started_at: ago(9 * MINUTE_MS),
  });
  const parameters = { type: 'object', properties: { to: { type: 'string' } } };
  const letter = (hash: string, description: string, since: Date, approved_at?: Date) =>
    add('tool_definitions', {
      name: 'post_send_letter',
      hash: hash.repeat(64),
      definition: { description, parameters },
      first_seen_at: since,
      current_since: since,
      approved_at,
    });
  await letter('a', 'Sends a letter.', ago(3 * DAY_MS), ago(3 * DAY_MS));
  await letter('b', 'Sends a letter, now by courier.', ago(40 * MINUTE_MS));
  const deliveryId = await add('webhook_deliveries', {
    turn_id,
    url: 'https://crm.example/hooks/turnpike',
    attempts: 8,
    last_status: 503,
    last_error: 'The receiver answered 503',
    created_at: ago(180 * MINUTE_MS),
    finished_at: ago(60 * MINUTE_MS),
  });
  return { approvalId, deliveryId, effectKey, turnId: turn_id };
}

interface WaitingRun {
  userId: string;
  waitsHours?: number;
  tool?: string;
  arguments?: Record<string, unknown>;
}

/**
 * Adds a manual tool run of `userId` that awaits approval and expires after this many hours. @returns the id
 * of the run.
 */
export function addWaitingRun(
  database: Database,
  orgId: string,
  {
    userId,
    waitsHours = 24,
    tool = 'log_activity',
    arguments: given = { summary: 'Called Maria' },
  }: WaitingRun,
): Promise<string> {
  return addRow(database, orgId, 'tool_runs', {
    user_id: userId,
    tool,
    arguments: given,
    approval_arguments: given,
    approval_reason: `${tool} wants a person to agree`,
    approval_expires_at: new Date(Date.now() + waitsHours * 60 * MINUTE_MS),
  });
}
