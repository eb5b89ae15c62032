import { randomUUID } from 'node:crypto';
import type { Database, OrgTransaction } from '#database';

interface NewTurn {
  text: string;
  at: Date;
  contact?: string;
  pack?: string;
  agent?: string | null;
}

/** A logged turn with one tool call. */
export interface LoggedTurn extends NewTurn {
  tool: string;
  success?: boolean;
}

/** A completed turn in a conversation of its own, with its message. @returns its id, and that of its conversation. */
export async function addCompletedTurn(
  tx: OrgTransaction,
  { text, at, contact = 'ann', pack = 'estio', agent = null }: NewTurn,
): Promise<[turn: string, conversation: string]> {
  const [turn, message, conversation] = [randomUUID(), randomUUID(), randomUUID()];
  await tx.execute(
    `INSERT INTO conversations (org_id, id, contact_id, channel, pack, created_at, last_message_at)
     VALUES ($1, $2, $3, 'chat', $5, $4, $4)`,
    [conversation, contact, at, pack],
  );
  await tx.execute(
    `INSERT INTO messages (org_id, id, conversation_id, turn_id, turn_seq, seq, role, author_kind, text, created_at)
     VALUES ($1, $2, $3, $4, 1, 1, 'user', 'contact', $5, $6)`,
    [message, conversation, turn, text, at],
  );
  await tx.execute(
    `INSERT INTO turns (org_id, id, conversation_id, seq, message_id, channel, pack, contact_id, caller_kind, agent,
       trace_id, traceparent, created_at, state)
     VALUES ($1, $2, $3, 1, $4, 'chat', $8, $5, 'contact', $9, $6, '', $7, 'completed')`,
    [turn, conversation, message, contact, randomUUID().replaceAll('-', ''), at, pack, agent],
  );
  return [turn, conversation];
}

/** Inserts the turn with its conversation, message and call. @returns the turn's id. */
export async function addLoggedCall(database: Database, orgId: string, logged: LoggedTurn): Promise<string> {
  const { tool, at, success = true, pack = 'alpha', agent = 'helper' } = logged;
  return database.forOrg(orgId, async (tx) => {
    const [turn, conversation] = await addCompletedTurn(tx, { ...logged, pack, agent });
    await tx.execute(
      `INSERT INTO tool_calls (org_id, id, turn_id, conversation_id, step_key, tool, pack, arguments, result, success,
         attempts, duration_ms, channel, caller_kind, created_at)
       VALUES ($1, $2, $3, $4, 'k', $5, $8, '{}', '{}', $6, 1, 1, 'chat', 'contact', $7)`,
      [randomUUID(), turn, conversation, tool, success, at, pack],
    );
    return turn;
  });
}
