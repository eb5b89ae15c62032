import { Transform, type TransformCallback } from 'node:stream';
import { INVALID_REQUEST, isSpecType, PARSE_ERROR } from '@modelcontextprotocol/server';
import { isRecord } from '#pack-kit';

/** The SDK transport's limit for one line; longer lines are passed on, and the transport rejects them. */
const MAX_LINE_BYTES = 10 * 1_024 * 1_024;
const NEW_LINE = 0x0a;

/** Null if the line has no id. */
type Id = string | number | null;

/**
 * Passes on lines that are JSON-RPC messages and answers all others with an error. The SDK's transport ignores invalid
 * lines silently, so the client would wait forever.
 */
export class ReadableLines extends Transform {
  private parts: Buffer[] = [];
  private bytes = 0;

  /**
   * @param answer receives each error line for the client, including its newline.
   * @param passed receives each message that is passed on.
   */
  constructor(
    private readonly answer: (line: string) => void,
    private readonly passed: (message: object) => void = () => undefined,
  ) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, from)) {
      this.passOrAnswer(Buffer.concat([...this.parts, chunk.subarray(from, at + 1)]));
      this.reset();
      from = at + 1;
    }
    this.parts.push(chunk.subarray(from));
    this.bytes += chunk.length - from;
    if (this.bytes > MAX_LINE_BYTES) {
      this.push(Buffer.concat(this.parts));
      this.reset();
    }
    done();
  }

  private passOrAnswer(line: Buffer): void {
    const text = line.toString('utf8');
    if (text.trim() === '') return;
    const read = messageOf(text);
    if ('error' in read) {
      this.answer(`${JSON.stringify({ jsonrpc: '2.0', ...read })}\n`);
      return;
    }
    this.passed(read.message);
    this.push(line);
  }

  private reset(): void {
    this.parts = [];
    this.bytes = 0;
  }
}

function messageOf(text: string): { message: object } | { id: Id; error: { code: number; message: string } } {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch (error) {
    const detail = `The line is not JSON: ${(error as Error).message}. A message is one line.`;
    return { id: null, error: { code: PARSE_ERROR, message: detail } };
  }
  if (isSpecType.JSONRPCMessage(message) || isBrokenAnswer(message)) return { message };
  const detail = Array.isArray(message)
    ? 'Batches are not supported: send each message on a separate line.'
    : 'The line is not a message of MCP: expected jsonrpc "2.0", id (text or integer), method, params (object).';
  return { id: idOf(message), error: { code: INVALID_REQUEST, message: detail } };
}

/** The transport drops broken answers. An error for one would have the id of another request, or be answered again. */
function isBrokenAnswer(value: unknown): value is object {
  return isRecord(value) && !('method' in value) && ('result' in value || 'error' in value);
}

/** The id for the answer. */
function idOf(value: unknown): Id {
  const id = isRecord(value) ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
