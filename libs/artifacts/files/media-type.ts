import { wordList } from '#contracts';
import { fileTypeFromBuffer } from 'file-type';
import { forEachSlice } from './slices.ts';

export const acceptedMediaTypes = wordList(
  'image/png image/jpeg image/webp application/pdf text/plain text/markdown',
);
export type AcceptedMediaType = (typeof acceptedMediaTypes)[number];

/** Control characters permitted in text. A file with others is not text. */
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n\f\r\u0085]/u;
const MARKDOWN_NAME = /\.(md|markdown)$/i;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Detects the media type of `content`. The name is only used to distinguish Markdown from other text.
 *
 * @returns the accepted type, or the type found if it is not accepted.
 */
export async function mediaTypeOf(
  content: Uint8Array,
  name: string,
): Promise<{ accepted: AcceptedMediaType } | { accepted: undefined; found: string | undefined }> {
  const found = (await fileTypeFromBuffer(content))?.mime;
  const accepted = acceptedMediaTypes.find((type) => type === found);
  if (accepted) return { accepted };
  // Tested after the formats with an unambiguous signature, because text may begin with the two letters of these formats.
  if (await isText(content)) return { accepted: MARKDOWN_NAME.test(name) ? 'text/markdown' : 'text/plain' };
  return { accepted: undefined, found };
}

async function isText(content: Uint8Array): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let hasControls = false;
  try {
    await forEachSlice(content, (slice) => {
      hasControls ||= CONTROL_CHARACTERS.test(decoder.decode(slice, { stream: true }));
    });
    decoder.decode();
    return !hasControls;
  } catch {
    return false;
  }
}

/** The text of a text file, without its byte order mark. */
export function decodeText(content: Uint8Array): string {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
