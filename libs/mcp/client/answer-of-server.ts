import {
  ProtocolError,
  ProtocolErrorCode,
  SdkHttpError,
  type CallToolResult,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { cutText, toolErrorClasses, toolResult, type ToolErrorClass } from '#contracts';
import { errorClassOfStatus, OutboundError } from '#outbound';
import { cutToSize } from '#tools';
import { isRecord, ToolError } from '#pack-kit';
import { parsedJson } from '#text';
import { withoutEncoded } from './answer-content.ts';
import { isTimeout } from './connection-failure.ts';

const MAX_ERROR_CHARACTERS = 1_000;
/** Maximum size of a failure's data; a model needs a few valid names to correct its call, not the full list. */
const MAX_HELP_BYTES = 16 * 1024;

/** Any other field, such as a cursor beside `data`, shows a format of the server's own, which is kept whole. */
const ourResult = z.discriminatedUnion('success', [
  z.strictObject({ success: z.literal(true), data: z.unknown() }),
  toolResult.extend({ success: z.literal(false) }).strict(),
]);

/**
 * Converts a server's answer to result data: the structured content, else the text parsed as JSON, else the text, else
 * the content unchanged. An answer in exactly the format of our tool results is unwrapped.
 * Encoded bytes are left out.
 *
 * @param described the content without bytes, see {@link describedContent}.
 * @throws ToolError for an answer that is marked as an error.
 */
export function answerOf(answer: CallToolResult, described: readonly object[] = []): unknown {
  const text = answer.content.flatMap((piece) => (piece.type === 'text' ? piece.text : [])).join('\n');
  const structured: unknown = answer.structuredContent ?? jsonIn(text);
  const ours = ourResult.safeParse(structured);
  if (ours.success && !ours.data.success)
    throw new ToolError(
      ours.data.errorClass ?? 'UPSTREAM_REJECTED',
      shortened(ours.data.error ?? text),
      fieldsOf(withoutEncoded(ours.data.data)),
    );
  if (answer.isError) {
    const help = text === '' ? fieldsOf(structured) : undefined;
    throw new ToolError(classIn(answer) ?? 'UPSTREAM_REJECTED', shortened(text), help);
  }
  const attached = described.filter((_, place) => answer.content[place]?.type !== 'text');
  if (structured === undefined)
    return withoutEncoded(attached.length === 0 ? { text } : { content: described }, answer.content);
  const data = ours.success ? ours.data.data : structured;
  if (attached.length === 0) return withoutEncoded(data);
  return withoutEncoded({ ...(isRecord(data) ? data : { result: data }), attached }, answer.content);
}

/**
 * Converts a failed request to a tool error.
 *
 * @param server name of the server, for the message.
 */
export function failureOf(error: unknown, server: string): unknown {
  if (error instanceof ToolError) return error;
  if (isTimeout(error)) return new ToolError('TIMEOUT', `The MCP server ${server} did not answer in time.`);
  if (error instanceof ProtocolError) {
    const isTheCall = error.code === Number(ProtocolErrorCode.InvalidParams);
    return new ToolError(
      isTheCall ? 'VALIDATION_FAILED' : 'UPSTREAM_ERROR',
      `The MCP server ${server}: ${shortened(error.message)}`,
    );
  }
  if (error instanceof SdkHttpError) {
    const answered = `The MCP server ${server} answered with status ${error.status}.`;
    return new ToolError(errorClassOfStatus(error.status), answered);
  }
  if (error instanceof OutboundError && error.toolErrorClass !== 'UPSTREAM_UNAVAILABLE')
    return new ToolError(
      error.toolErrorClass,
      `The MCP server ${server}: ${error.message}`,
      error.help,
      error.outcome,
    );
  return new ToolError('UPSTREAM_UNAVAILABLE', `The MCP server ${server} has gone away.`);
}

function classIn({ _meta }: CallToolResult): ToolErrorClass | undefined {
  const given = _meta?.['turnpike/errorClass'];
  return toolErrorClasses.find((known) => known === given);
}

function jsonIn(text: string): unknown {
  return /^\s*[{[]/.test(text) ? parsedJson(text) : undefined;
}

/** Cuts the data to size, but always keeps an unknown outcome. */
function fieldsOf(data: unknown): Record<string, unknown> | undefined {
  if (!isRecord(data)) return undefined;
  const help = cutToSize(data, MAX_HELP_BYTES).data as Record<string, unknown>;
  return 'outcome' in data && data.outcome === 'unknown' ? { ...help, outcome: data.outcome } : help;
}

function shortened(text: string): string {
  return cutText(withoutEncoded(text), MAX_ERROR_CHARACTERS) || 'It failed.';
}
