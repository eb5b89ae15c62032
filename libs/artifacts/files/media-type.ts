import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type';

/** What a file may be. */
export const acceptedMediaTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'application/pdf',
  'text/plain',
  'text/markdown',
] as const;
export type AcceptedMediaType = (typeof acceptedMediaTypes)[number];

/** Control characters that text has; a file with others is no text. */
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n\f\r\u0085]/u;
const MARKDOWN_NAME = /\.(md|markdown)$/i;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * What `content` is, whatever it is called: the name only tells markdown from other text.
 *
 * @returns the accepted type, or what it looks like where it is none.
 */
export async function mediaTypeOf(
  content: Uint8Array,
  name: string,
): Promise<{ accepted: AcceptedMediaType } | { accepted: undefined; found: string | undefined }> {
  const found = (await fileTypeFromBuffer(content))?.mime;
  const accepted = acceptedMediaTypes.find((type) => type === found);
  if (accepted) return { accepted };
  // After what has an unmistakable beginning: some formats begin with two letters that text may begin with too.
  if (isText(content)) return { accepted: MARKDOWN_NAME.test(name) ? 'text/markdown' : 'text/plain' };
  return { accepted: undefined, found };
}

function isText(content: Uint8Array): boolean {
  return isUtf8(content) && !CONTROL_CHARACTERS.test(decodeText(content));
}

/** The text of a file that is text, without its byte order mark. */
export function decodeText(content: Uint8Array): string {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
