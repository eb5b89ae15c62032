import { pipeline, type Duplex, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundContentError, OutboundTooLargeError } from '../outbound.errors.ts';

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';
/** Each encoding is one more pass over the bytes; nobody honest sends more. */
const MAX_ENCODINGS = 2;

/**
 * Reads a body to its end. What is counted is what the caller gets, so that a small packed answer cannot become a
 * large one. With `cut` reading stops at the limit.
 *
 * @throws OutboundTooLargeError before anything is read when the length that is announced says so.
 * @throws OutboundContentError when it cannot be unpacked.
 */
export async function readBody(
  body: Readable,
  headers: { length: string | undefined; encoding: string | undefined },
  limits: { host: string; maxBytes: number; cut?: boolean | undefined },
): Promise<Buffer> {
  const { host, maxBytes, cut = false } = limits;
  if (!cut && Number(headers.length ?? 0) > maxBytes) {
    discard(body);
    throw new OutboundTooLargeError(host, maxBytes);
  }
  const decoders = decodersOf(headers.encoding, host, body);
  const unpacked = decoders.length > 0 ? pipeline([body, ...decoders], () => undefined) : body;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes && !cut) throw new OutboundTooLargeError(host, maxBytes);
      chunks.push(chunk);
      if (cut && size >= maxBytes) break;
    }
  } catch (error) {
    discard(body);
    throw isUnpacking(error) ? new OutboundContentError(host, 'it is not packed as it says', error) : error;
  }
  return Buffer.concat(chunks, Math.min(size, maxBytes));
}

/** Lets go of a body that nobody reads. Its stream says that it was cut off, which is meant. */
export function discard(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

function decodersOf(encoding: string | undefined, host: string, body: Readable): Duplex[] {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  const decoders = names.toReversed().map(decoderOf);
  if (decoders.length <= MAX_ENCODINGS && decoders.every((decoder) => decoder !== undefined)) return decoders;
  discard(body);
  throw new OutboundContentError(host, 'it is packed in a way that was not asked for');
}

function decoderOf(name: string): Duplex | undefined {
  if (name === 'gzip' || name === 'x-gzip') return createGunzip();
  if (name === 'deflate') return createInflate();
  return name === 'br' ? createBrotliDecompress() : undefined;
}

function isUnpacking(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && /^(Z_|ERR__?ZLIB|ERR_BROTLI|ERR__ERROR_FORMAT)/.test(code);
}
