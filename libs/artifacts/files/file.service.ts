import { cutText } from '#contracts';
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { newId } from '#identity';
import { fileNameOf } from './file-name.ts';
import { EmptyFileError, FileTooLargeError, UnsupportedMediaError } from './file.errors.ts';
import { FileRepository, type FileRow } from './file.repository.ts';
import { decodeText, mediaTypeOf } from './media-type.ts';
import { forEachSlice, SLICE_BYTES } from './slices.ts';
import { MAX_TEXT_CHARACTERS, readPdfText, type PdfProblem } from './pdf/pdf-text.ts';

/** Size limit of uploads and fetched attachments. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

export interface NewFile {
  name: string | undefined;
  content: Uint8Array;
  /** Source from which the platform fetched the file. Each origin is stored once. */
  origin?: string;
}

/** The text of a file, or the reason for its absence. A picture has neither. */
export type FileText = { text: string } | { problem: PdfProblem } | undefined;

@Injectable()
export class FileService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Stores a file. Its content determines its type. Equal contents of an org are stored once.
   *
   * @throws EmptyFileError, FileTooLargeError, UnsupportedMediaError
   */
  async store(orgId: string, { name: given, content, origin }: NewFile): Promise<FileRow> {
    if (content.byteLength === 0) throw new EmptyFileError();
    if (content.byteLength > MAX_FILE_BYTES) throw new FileTooLargeError(MAX_FILE_BYTES);
    const name = fileNameOf(given);
    const type = await mediaTypeOf(content, name);
    if (!type.accepted) throw new UnsupportedMediaError(type.found);
    const hash = createHash('sha256');
    await forEachSlice(content, (slice) => void hash.update(slice));
    const file: FileRow = {
      id: newId(this.clock),
      name,
      mediaType: type.accepted,
      bytes: content.byteLength,
      sha256: hash.digest('hex'),
      origin: origin ?? null,
      createdAt: this.clock.now(),
    };
    const isLarge = content.byteLength > SLICE_BYTES;
    // Each part is a short transaction, so that other work comes in between.
    const storeParts = () =>
      forEachSlice(content, (slice, part) =>
        this.database.forOrgAtOnce(orgId, (tx) => new FileRepository(tx).insertPart(file, part, slice)),
      );
    const parts = isLarge ? await storeParts() : 0;
    const stored = await this.database.forOrg(orgId, async (tx) => {
      const repository = new FileRepository(tx);
      const isNew = await repository.insert(file, isLarge ? null : content);
      // Rare: the last other file with this content was removed meanwhile, with its parts.
      if (isLarge && !(await repository.hasParts(file.sha256, parts)))
        await forEachSlice(content, (slice, part) => repository.insertPart(file, part, slice));
      return isNew ? file : repository.findByOrigin(file.origin ?? '');
    });
    if (!stored) throw new Error(`The file of ${file.origin} was removed while it was stored`);
    return stored;
  }

  /** The metadata of a file. @returns undefined if the org has no such file. */
  find(orgId: string, id: string): Promise<FileRow | undefined> {
    return this.database.forOrg(orgId, (tx) => new FileRepository(tx).find(id));
  }

  /** A file with its content. @returns undefined if the org has no such file. */
  async open(orgId: string, id: string): Promise<{ file: FileRow; content: Buffer } | undefined> {
    const found = await this.read(orgId, id);
    return found && { file: found.file, content: found.content };
  }

  /**
   * The text of a text file or PDF, cut at {@link MAX_TEXT_CHARACTERS}. A PDF is read once and its text or problem is stored.
   *
   * @throws the reason of `signal` if it aborts.
   */
  async textOf(orgId: string, id: string, signal: AbortSignal): Promise<FileText> {
    const found = await this.read(orgId, id);
    if (!found) return undefined;
    const { file, content } = found;
    if (file.mediaType.startsWith('text/'))
      return { text: cutText(decodeText(content), MAX_TEXT_CHARACTERS, '') };
    if (file.mediaType !== 'application/pdf') return undefined;
    if (found.text !== null) return { text: found.text };
    if (found.textProblem !== null) return { problem: found.textProblem as PdfProblem };
    const read = await readPdfText(content, signal);
    const [text, problem] = 'text' in read ? [read.text, null] : [null, read.problem];
    await this.database.forOrg(orgId, (tx) => new FileRepository(tx).keepText(file.sha256, text, problem));
    return read;
  }

  private read(orgId: string, id: string) {
    return this.database.forOrg(orgId, async (tx) => {
      const repository = new FileRepository(tx);
      const file = await repository.find(id);
      const content = file && (await repository.content(file.sha256));
      return content && { file, ...content };
    });
  }
}
