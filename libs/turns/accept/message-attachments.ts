import { FileRepository } from '#artifacts';
import type { OrgTransaction } from '#database';
import type { StoredAttachment } from '../message.entity.ts';
import { MessageRefusedError } from '../turn.errors.ts';

/** The place at which a file of a message is used. */
export const placeOfMessage = (messageId: string) => `message:${messageId}`;

/** What a message keeps of its attachments: ids as the database writes them, which whoever sends may do in capitals. */
export function storedAttachments(attachments: readonly StoredAttachment[] = []): StoredAttachment[] {
  return attachments.map((sent) => (sent.fileId ? { ...sent, fileId: sent.fileId.toLowerCase() } : sent));
}

/** The uploaded files among the attachments of a message that is being accepted. */
export class MessageAttachments {
  private readonly files: FileRepository;

  constructor(
    tx: OrgTransaction,
    private readonly attachments: StoredAttachment[],
  ) {
    this.files = new FileRepository(tx);
  }

  /** @throws MessageRefusedError for a file that the org does not have. */
  async check(): Promise<void> {
    if (this.fileIds.length === 0) return;
    const known = new Set((await this.files.findAll(this.fileIds)).map(({ id }) => id));
    const index = this.attachments.findIndex(({ fileId }) => fileId && !known.has(fileId));
    if (index < 0) return;
    const pointer = `/attachments/${index}/fileId`;
    const message = `There is no file ${this.attachments[index]?.fileId}.`;
    throw new MessageRefusedError('not_found', 'UNKNOWN_FILE', message, { pointer });
  }

  /** Ties the files to the message: they are kept and erased with it. */
  async use(messageId: string, contactId: string, at: Date): Promise<void> {
    for (const fileId of this.fileIds)
      await this.files.use({ fileId, place: placeOfMessage(messageId), contactId }, at);
  }

  private get fileIds(): string[] {
    return this.attachments.flatMap(({ fileId }) => fileId ?? []);
  }
}
