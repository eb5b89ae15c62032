import { wordList } from '#contracts';
import { fileTypeFromBuffer } from 'file-type';

export const acceptedMediaTypes = wordList(
  'image/png image/jpeg image/webp application/pdf text/plain text/markdown',
);
export type AcceptedMediaType = (typeof acceptedMediaTypes)[number];

/** Control characters permitted in text. A file with others is not text. */
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n\f\r\u0085]/u;
const MARKDOWN_NAME = /\.(md|markdown)$/i;
const BYTE_ORDER_MARK = '\ufeff';

/** Detects the media type of a content from its slices: of a format by the first, of text by all. */
export class MediaTypeReader {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private found: string | undefined;
  private accepted: AcceptedMediaType | undefined;
  private slices = 0;
  private isText = true;

  /** @returns false if the type is certainly not accepted. */
  async add(slice: Uint8Array): Promise<boolean> {
    if (this.slices === 0) this.found = (await fileTypeFromBuffer(slice))?.mime;
    this.slices += 1;
    this.accepted = acceptedMediaTypes.find((type) => type === this.found);
    // Formats with an unambiguous signature come first, because text may begin with the two letters of the others.
    if (!this.accepted) this.isText &&= this.decodesToText(slice);
    return this.accepted !== undefined || this.isText;
  }

  /**
   * @param name only distinguishes Markdown from other text.
   * @returns the accepted type, or the type found if it is not accepted.
   */
  end(name: string): { accepted: AcceptedMediaType } | { accepted: undefined; found: string | undefined } {
    const { accepted, found } = this;
    if (accepted) return { accepted };
    if (this.isText && this.decodesToText())
      return { accepted: MARKDOWN_NAME.test(name) ? 'text/markdown' : 'text/plain' };
    return { accepted: undefined, found };
  }

  private decodesToText(slice?: Uint8Array): boolean {
    try {
      return !CONTROL_CHARACTERS.test(this.decoder.decode(slice, { stream: slice !== undefined }));
    } catch {
      return false;
    }
  }
}

/** The text of a text file, without its byte order mark. */
export function decodeText(content: Uint8Array): string {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
