import { cutText } from '#contracts';
import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { newId } from '#identity';
import { fileNameOf } from './file-name.ts';
import { EmptyFileError, FileTooLargeError, UnsupportedMediaError } from './file.errors.ts';
import { FileRepository, type FileRow, type PartsKey } from './file.repository.ts';
import { decodeText, MediaTypeReader } from './media-type.ts';
import { slicesOf } from './slices.ts';
import { MAX_TEXT_CHARACTERS, readPdfText, type PdfProblem } from './pdf/pdf-text.ts';

/** Size limit of uploads and fetched attachments. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

export interface NewFile {
  name: string | undefined;
  content: Uint8Array | AsyncIterable<Uint8Array>;
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
   * @throws EmptyFileError, FileTooLargeError, UnsupportedMediaError; an error of `content`
   */
  async store(orgId: string, { name: given, content, origin }: NewFile): Promise<FileRow> {
    const [id, name, createdAt] = [newId(this.clock), fileNameOf(given), this.clock.now()];
    // The parts have a key of their own until the hash is known, so that nobody reads an unfinished content.
    const received = { sha256: `upload-${id}`, createdAt, parts: 0 };
    try {
      const { whole, ...read } = await this.receive(orgId, received, name, content);
      const file: FileRow = { id, name, createdAt, origin: origin ?? null, ...read };
      const stored = await this.database.forOrg(orgId, async (tx) => {
        const repository = new FileRepository(tx);
        const isNew = await repository.insert(file, whole);
        if (received.parts > 0) await repository.assignParts(received.sha256, file.sha256, received.parts);
        return isNew ? file : repository.findByOrigin(file.origin ?? '');
      });
      if (!stored) throw new Error(`The file of ${file.origin} was removed while it was stored`);
      return stored;
    } catch (error) {
      // Parts that cannot be removed now are removed by the retention.
      if (received.parts > 0)
        await this.database
          .forOrg(orgId, (tx) => new FileRepository(tx).removeParts(received.sha256))
          .catch(() => undefined);
      throw error;
    }
  }

  /** Reads a content, and stores the parts of a large one, which `received` counts. @returns a small one as a whole */
  private async receive(
    orgId: string,
    received: PartsKey & { parts: number },
    name: string,
    content: NewFile['content'],
  ) {
    const [hash, types] = [createHash('sha256'), new MediaTypeReader()];
    let bytes = 0;
    let last: Uint8Array = new Uint8Array();
    let mayBeAccepted = true;
    // Each part is a short transaction, so that other work comes in between.
    const storeLast = async () => {
      const part = received.parts;
      await this.database.forOrgAtOnce(orgId, (tx) =>
        new FileRepository(tx).insertPart(received, part, last),
      );
      received.parts += 1;
    };
    for await (const slice of slicesOf(content instanceof Uint8Array ? [content] : content)) {
      // The rest of a content that will be refused is read, so that its sender receives the answer.
      if (bytes > 0 && mayBeAccepted) await storeLast();
      last = slice;
      bytes += slice.byteLength;
      if (bytes > MAX_FILE_BYTES) throw new FileTooLargeError(MAX_FILE_BYTES);
      hash.update(slice);
      mayBeAccepted = await types.add(slice);
    }
    if (bytes === 0) throw new EmptyFileError();
    const type = types.end(name);
    if (!type.accepted) throw new UnsupportedMediaError(type.found);
    if (received.parts > 0) await storeLast();
    const whole = received.parts > 0 ? null : last;
    return { whole, bytes, mediaType: type.accepted, sha256: hash.digest('hex') };
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
