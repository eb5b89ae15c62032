import type { OrgTransaction } from '#pack-kit';

export interface NewDraft {
  id: string;
  contactId: string;
  conversationId: string | undefined;
  intent: string;
  channel: 'chat' | 'email';
  language: string;
  subject: string | null;
  text: string;
  propertyIds: string[];
  generatedBy: string;
  createdBy: string;
}

export async function insertDraft(tx: OrgTransaction, draft: NewDraft, now: Date): Promise<void> {
  const {
    id,
    contactId,
    conversationId,
    intent,
    channel,
    language,
    subject,
    text,
    propertyIds,
    generatedBy,
    createdBy,
  } = draft;
  await tx.query(
    `INSERT INTO estio_drafts (org_id, id, contact_id, conversation_id, intent, channel, language, subject, text,
       property_ids, generated_by, created_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      id,
      contactId,
      conversationId ?? null,
      intent,
      channel,
      language,
      subject,
      text,
      propertyIds,
      generatedBy,
      createdBy,
      now,
    ],
  );
}
