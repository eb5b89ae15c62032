import type { OrgTransaction } from '#database';
import type { ContactData, ErasedBatch } from '#identity';
import { FileRepository } from './file.repository.ts';

const EXPORTED_FILES = 10_000;

/** Export and erasure of the files of contacts. A file that others also use only loses its use by this contact. */
export class FileContactData implements ContactData {
  readonly name = 'files';
  readonly order = 300;

  /** Exports the files without contents, which are at `/v1/files/:id/content`. */
  async export(tx: OrgTransaction, contactId: string): Promise<Record<string, unknown[]>> {
    const files = await new FileRepository(tx).ofContact(contactId, EXPORTED_FILES);
    return { files: files.map((file) => ({ ...file, content: `/v1/files/${file.id}/content` })) };
  }

  async erase(tx: OrgTransaction, contactId: string, limit: number): Promise<ErasedBatch> {
    const repository = new FileRepository(tx);
    const ids = (await repository.ofContact(contactId, limit)).map(({ id }) => id);
    const uses = await repository.forgetContact(contactId, ids);
    const files = await repository.removeUnused(ids);
    return { deleted: { file_uses: uses, files }, more: ids.length === limit };
  }
}
