import { randomUUID } from 'node:crypto';
import { jsonbText } from '#text';
import { type OrgTransaction, type ToolContext } from '#pack-kit';
import type { DocumentKind } from './entities/index.ts';

const ADD = `
  INSERT INTO consult_documents (org_id, id, conversation_id, contact_id, kind, version, markdown, data, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9)`;
/** Serialises the writers of a kind in a conversation, because the next version is the last one plus one. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended($1::text || $2::text || $3::text, 0))`;
const LAST = `
  SELECT coalesce(max(version), 0)::int AS version FROM consult_documents
   WHERE org_id = $1 AND conversation_id = $2 AND kind = $3`;

/** Stores a document as the next version of its kind in the conversation. @returns its id and version */
export async function keepDocument(
  tx: OrgTransaction,
  { conversationId, contactId, clock }: Pick<ToolContext, 'conversationId' | 'contactId' | 'clock'>,
  document: { kind: DocumentKind; markdown: string; data: Record<string, unknown> },
): Promise<{ documentId: string; version: number }> {
  const { kind, markdown, data } = document;
  const documentId = `${kind}-${randomUUID()}`;
  let version = 1;
  if (conversationId !== undefined) {
    await tx.query(LOCK, [conversationId, kind]);
    const [last] = await tx.query<{ version: number }>(LAST, [conversationId, kind]);
    version = (last?.version ?? 0) + 1;
  }
  const place = [documentId, conversationId ?? null, contactId ?? null];
  await tx.execute(ADD, [...place, kind, version, markdown, jsonbText(data), clock.now()]);
  return { documentId, version };
}
