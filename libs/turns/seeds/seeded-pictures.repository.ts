import { createHash } from 'node:crypto';
import { FileRepository } from '#artifacts';
import { type OrgTransaction } from '#database';
import { insertMissing, type SeededConversation, type SeededPicture } from '#pack-kit';
import { placeOf } from '../shared-context/shared-context.repository.ts';

/** Stores a picture that the contact of a seeded conversation shares, with its analysis. */
export async function seedPicture(
  tx: OrgTransaction,
  { id, contactId }: Pick<SeededConversation, 'id' | 'contactId'>,
  { kind, at, fileId, name, mediaType, content, analysis }: SeededPicture,
): Promise<void> {
  const files = new FileRepository(tx);
  await files.insert(
    {
      id: fileId,
      name,
      mediaType,
      bytes: content.byteLength,
      sha256: createHash('sha256').update(content).digest('hex'),
      origin: null,
      createdAt: at,
    },
    content,
  );
  await files.use({ fileId, place: placeOf(id, kind), contactId }, at);
  await insertMissing(tx, 'shared_contexts', [
    {
      conversationId: id,
      kind,
      fileId,
      sharedAt: at,
      analysisState: 'ready',
      analysis,
      analyzedAt: at,
    },
  ]);
}
