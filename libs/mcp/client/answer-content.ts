import type { CallToolResult } from '@modelcontextprotocol/client';
import type { ToolContext } from '#pack-kit';

/** Pictures of an answer that a model is shown, and the size of each. Providers refuse larger ones. */
const MAX_PICTURES = 4;
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
/** Encoded bytes are one long word. Each word is read once. */
const WORDS = /[\w+/=-]+/g;
const MAX_WORD_CHARACTERS = 1_000;
/** The bytes of an attached piece that are shorter than this can be a word of a text. */
const MIN_ATTACHED_CHARACTERS = 16;
/** Encoded bytes as encoders wrap them: pieces of one length, mostly of 76 characters (MIME) or 64 (PEM). */
const BREAK = String.raw`(?:\s|\\[rn])`;
const WRAPPED = new RegExp(String.raw`(?<![\w+/=-])(?:[\w+/=-]{56,200}${BREAK}{1,40}){12,}[\w+/=-]*`, 'g');
/** A `data:` URL of any length. */
const DATA_URL = new RegExp(
  String.raw`\bdata:[^\s,]{0,200};base64,(?:(?:[\w+/-]{64}|[\w+/-]{76})${BREAK}{1,40})*[\w+/=%-]*`,
  'gi',
);
const BREAKS = new RegExp(`${BREAK}+`);
/** A list of checksums. */
const CHECKSUMS = /^[\da-f\s]*$/i;
const KINDS: Record<string, string> = { image: 'picture', audio: 'recording', video: 'film' };

type Piece = CallToolResult['content'][number];

/**
 * The content of an answer as data for a model: texts unchanged, and the type and size of everything else, never its
 * bytes. Within a turn, pictures are kept as files, which models that see are shown.
 */
export async function describedContent(
  content: readonly Piece[],
  { keepPicture, idempotencyKey }: Pick<ToolContext, 'keepPicture' | 'idempotencyKey'>,
): Promise<object[]> {
  let pictures = 0;
  return Promise.all(content.map(described));

  async function described(piece: Piece): Promise<object> {
    switch (piece.type) {
      case 'text':
        return { type: 'text', text: piece.text };
      case 'resource_link':
        return { type: 'link', uri: piece.uri, name: piece.title ?? piece.name, mediaType: piece.mimeType };
      case 'resource': {
        const { uri, mimeType } = piece.resource;
        if ('text' in piece.resource) return { type: 'text', uri, mimeType, text: piece.resource.text };
        return { uri, ...(await bytes(mimeType, piece.resource.blob)) };
      }
      case 'image':
      case 'audio':
        return bytes(piece.mimeType, piece.data);
    }
  }

  async function bytes(mediaType = 'application/octet-stream', encoded: string): Promise<object> {
    const base64 = bareOf(encoded);
    const size = Buffer.byteLength(base64, 'base64');
    const kind = KINDS[mediaType.split('/')[0]?.toLowerCase() ?? ''] ?? 'file';
    const note = `A ${kind} came with the answer.`;
    const isShown = kind === 'picture' && size <= MAX_PICTURE_BYTES && pictures < MAX_PICTURES;
    if (isShown) pictures += 1;
    const file = isShown
      ? await keepPicture?.(`${idempotencyKey}:${pictures}`, Buffer.from(base64, 'base64'))
      : undefined;
    return { type: kind, mediaType, bytes: size, note, file };
  }
}

/** Replaces encoded bytes in the texts of JSON data: `data:` URLs, long words, and the bytes of attached pieces. */
export function withoutEncoded<Data>(data: Data, content: readonly Piece[] = []): Data {
  const json = JSON.stringify(data);
  if (json === undefined) return data;
  const attached = new Set(content.map(encodedIn).filter(({ length }) => length >= MIN_ATTACHED_CHARACTERS));
  return JSON.parse(json, (_, part: unknown) => {
    if (isBuffer(part)) return shortOf(part.data);
    if (typeof part !== 'string') return part;
    if (attached.has(bareOf(part))) return shortOf(part);
    return part
      .replace(DATA_URL, shortOf)
      .replace(WRAPPED, (lines) => (isEncoded(lines) ? shortOf(lines) : lines))
      .replace(WORDS, (word) =>
        word.length >= MAX_WORD_CHARACTERS || attached.has(word) ? shortOf(word) : word,
      );
  }) as Data;
}

/** The encoded bytes of a piece; empty for a text. */
function encodedIn(piece: Piece): string {
  if (piece.type === 'image' || piece.type === 'audio') return bareOf(piece.data);
  return piece.type === 'resource' && 'blob' in piece.resource ? bareOf(piece.resource.blob) : '';
}

const bareOf = (encoded: string): string => encoded.replace(/^data:[^,]{0,100},/, '').replaceAll(/\s/g, '');

function isEncoded(text: string): boolean {
  const [length, ...others] = text
    .trimEnd()
    .split(BREAKS)
    .slice(1, -1)
    .map((line) => line.length);
  return others.every((other) => other === length) && !CHECKSUMS.test(text);
}

/** A `Buffer` as Node.js writes it. */
function isBuffer(part: unknown): part is { data: unknown[] } {
  const { type, data } = (part ?? {}) as { type?: unknown; data?: unknown };
  return type === 'Buffer' && Array.isArray(data);
}

function shortOf(encoded: string | unknown[]): string {
  return `[${encoded.length} characters of encoded content]`;
}
