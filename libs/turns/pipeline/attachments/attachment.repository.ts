import { FileRepository } from '#artifacts';
import { type OrgTransaction } from '#database';
import { jsonbText } from '#text';
import { placeOfMessage } from '../../accept/message-attachments.ts';

export interface FetchedAttachment {
  messageId: string;
  index: number;
  fileId: string;
  contactId: string;
}

export class AttachmentRepository {
  constructor(private readonly tx: OrgTransaction) {}

  /** Adds the fetched file to its attachment, beside the URL. Repeating it changes nothing. */
  async keepFetched({ messageId, index, fileId, contactId }: FetchedAttachment, at: Date): Promise<void> {
    await this.tx.execute(
      `UPDATE messages SET attachments = jsonb_set(attachments, ARRAY[$3::text, 'fileId'], $4::jsonb)
        WHERE org_id = $1 AND id = $2`,
      [messageId, String(index), jsonbText(fileId)],
    );
    await new FileRepository(this.tx).use({ fileId, place: placeOfMessage(messageId), contactId }, at);
  }
}
