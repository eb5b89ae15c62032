import { randomUUID } from 'node:crypto';
import type { Database } from '#database';

const DAY_MS = 86_400_000;

/** Stores a day's rolled-up use of a model by an org. */
export async function addModelUse(
  database: Database,
  orgId: string,
  use: {
    model: string;
    costUsd: number;
    daysAgo: number;
    tier?: string;
    calls?: number;
    promptTokens?: number;
    completionTokens?: number;
  },
): Promise<void> {
  const day = new Date(Date.now() - use.daysAgo * DAY_MS).toISOString().slice(0, 10);
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
  const ids = {
    approvalId: randomUUID(),
    deliveryId: randomUUID(),
    effectKey: `turn:${randomUUID()}:book_viewing`,
    turnId: randomUUID(),
  };
  const conversationId = randomUUID();
  await database.forOrg(orgId, async (tx) => {
    await tx.execute(
      `INSERT INTO approvals (org_id, id, turn_id, conversation_id, step_key, tool, arguments, arguments_hash, reason, requested_at, expires_at)
       VALUES ($1, $2, $3, $4, '1.0', 'send_email', $5, 'hash', 'send_email reaches people outside of the org', now(), now() + interval '1 day')`,
      [
        ids.approvalId,
        ids.turnId,
        conversationId,
        JSON.stringify({ to: 'maria@example.com', subject: 'Your viewing' }),
      ],
    );
    await tx.execute(
      `INSERT INTO tool_effects (org_id, key, tool, state, turn_id, conversation_id, arguments, arguments_hash, started_at)
       VALUES ($1, $2, 'book_viewing', 'unknown_outcome', $3, $4, $5, 'h', now() - interval '9 minutes')`,
      [
        ids.effectKey,
        ids.turnId,
        conversationId,
        JSON.stringify({ property: 'prop-0112', at: '2026-12-01T10:00' }),
      ],
    );
    const definition = (description: string) =>
      JSON.stringify({ description, parameters: { type: 'object', properties: { to: { type: 'string' } } } });
    await tx.execute(
      `INSERT INTO tool_definitions (org_id, id, name, hash, source, definition, first_seen_at, current_since, approved_at) VALUES
         ($1, $2, 'post_send_letter', $4, 'mcp', $6, now() - interval '3 days', now() - interval '3 days', now() - interval '3 days'),
         ($1, $3, 'post_send_letter', $5, 'mcp', $7, now() - interval '40 minutes', now() - interval '40 minutes', NULL)`,
      [
        randomUUID(),
        randomUUID(),
        'a'.repeat(64),
        'b'.repeat(64),
        definition('Sends a letter.'),
        definition('Sends a letter, now by courier.'),
      ],
    );
    await tx.execute(
      `INSERT INTO webhook_deliveries (org_id, id, turn_id, conversation_id, event, url, state, attempts, round_began_at, last_status, last_error, created_at, finished_at)
       VALUES ($1, $2, $3, $4, 'turn.completed', 'https://crm.example/hooks/turnpike', 'failed', 8, now(), 503, 'The receiver answered 503',
               now() - interval '3 hours', now() - interval '1 hour')`,
      [ids.deliveryId, ids.turnId, conversationId],
    );
  });
  return ids;
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
export async function addWaitingRun(
  database: Database,
  orgId: string,
  {
    userId,
    waitsHours = 24,
    tool = 'log_activity',
    arguments: given = { summary: 'Called Maria' },
  }: WaitingRun,
): Promise<string> {
  const id = randomUUID();
  await database.forOrg(orgId, (tx) =>
    tx.execute(
      `INSERT INTO tool_runs (org_id, id, user_id, user_role, key, tool, arguments, arguments_hash, state, approval_arguments,
         approval_reason, approval_hash, approval_expires_at, trace_id, created_at)
       VALUES ($1, $2, $3, 'member', $4, $8, $5, 'hash', 'awaiting_approval', $5, $8 || ' wants a person to agree',
         'hash', now() + $6 * interval '1 hour', $7, now())`,
      [id, userId, randomUUID(), JSON.stringify(given), waitsHours, 'c'.repeat(32), tool],
    ),
  );
  return id;
}
