import { pipeline, type Duplex, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundContentError, OutboundTooLargeError } from '../outbound.errors.ts';

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';
/** Maximum number of content encodings. Each needs a pass over the bytes, and normal servers do not use more. */
const MAX_ENCODINGS = 2;

/**
 * Reads a body to its end. The limit applies to the decompressed bytes, which stops decompression bombs. With `cut`,
 * reading stops at the limit.
 *
 * @throws OutboundTooLargeError above the limit; before reading if the declared length is above the limit.
 * @throws OutboundContentError if decompression fails.
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
    throw isUnpacking(error)
      ? new OutboundContentError(host, 'its compression does not match its content encoding', error)
      : error;
  }
  return Buffer.concat(chunks, Math.min(size, maxBytes));
}

/** Discards an unread body. Its stream reports an abort, which is expected. */
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
  throw new OutboundContentError(host, 'it has a content encoding that was not requested');
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
