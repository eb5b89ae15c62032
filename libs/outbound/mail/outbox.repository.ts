import { type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import type { ReadMailMessage } from './mail-message.ts';
import type { MailState, MailTransport } from './outbox-message.entity.ts';

export interface OutboxEntry {
  id: string;
  transport: MailTransport;
  state: MailState;
  sentAt: Date | null;
}

const TAKE = `
  INSERT INTO outbox_messages AS known (org_id, id, key, transport, state, sender, recipients, subject, text, html,
    reply_to, attachments, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
  ON CONFLICT (org_id, key) DO UPDATE SET state = excluded.state, transport = excluded.transport,
    sender = excluded.sender, error = NULL WHERE known.state = 'failed'
  RETURNING id, transport, state, sent_at AS "sentAt"`;

/**
 * Claims the key for a mail before it is sent or stored. A key whose mail failed can be claimed again.
 *
 * @returns undefined if the key is already claimed.
 */
export async function takeKey(
  tx: OrgTransaction,
  entry: { id: string; transport: MailTransport; state: MailState; sender: string | null; at: Date },
  message: ReadMailMessage,
): Promise<OutboxEntry | undefined> {
  const attachments = message.attachments.map(({ content, ...file }) => ({
    ...file,
    content: Buffer.from(content as string).toString('base64'),
  }));
  const rows = await tx.query<OutboxEntry>(TAKE, [
    entry.id,
    message.idempotencyKey,
    entry.transport,
    entry.state,
    entry.sender,
    message.to,
    message.subject,
    message.text,
    message.html ?? null,
    message.replyTo ?? null,
    jsonbText(attachments),
    entry.at,
  ]);
  return rows[0];
}

export async function findByKey(tx: OrgTransaction, key: string): Promise<OutboxEntry | undefined> {
  const rows = await tx.query<OutboxEntry>(
    `SELECT id, transport, state, sent_at AS "sentAt" FROM outbox_messages WHERE org_id = $1 AND key = $2`,
    [key],
  );
  return rows[0];
}

export async function markSent(tx: OrgTransaction, id: string, at: Date): Promise<void> {
  await tx.execute(
    `UPDATE outbox_messages SET state = 'sent', sent_at = $3 WHERE org_id = $1 AND id = $2 AND state = 'sending'`,
    [id, at],
  );
}

export async function markFailed(tx: OrgTransaction, id: string, error: string): Promise<void> {
  await tx.execute(
    `UPDATE outbox_messages SET state = 'failed', error = $3 WHERE org_id = $1 AND id = $2 AND state = 'sending'`,
    [id, error],
  );
}
