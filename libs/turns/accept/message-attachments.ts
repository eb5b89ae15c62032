import { FileRepository } from '#artifacts';
import type { OrgTransaction } from '#database';
import type { StoredAttachment } from '../message.entity.ts';
import { MessageRefusedError } from '../turn.errors.ts';

/** Name under which a message is recorded as a user of its files. */
export const placeOfMessage = (messageId: string) => `message:${messageId}`;

/** The attachments in their stored form: ids in lower case, as PostgreSQL writes them. */
export function storedAttachments(attachments: readonly StoredAttachment[] = []): StoredAttachment[] {
  return attachments.map((sent) => (sent.fileId ? { ...sent, fileId: sent.fileId.toLowerCase() } : sent));
}

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

  /**
   * Records that the message uses the files, so that the files are kept and erased with it. The statements are sent at once, in the
   * order of the files, so that two messages with the same files cannot block each other.
   */
  async use(messageId: string, contactId: string, at: Date): Promise<void> {
    const place = placeOfMessage(messageId);
    await Promise.all(
      this.fileIds.toSorted().map((fileId) => this.files.use({ fileId, place, contactId }, at)),
    );
  }

  private get fileIds(): string[] {
    return this.attachments.flatMap(({ fileId }) => fileId ?? []);
  }
}
