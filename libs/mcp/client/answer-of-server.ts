import {
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  type CallToolResult,
} from '@modelcontextprotocol/client';
import { toolErrorClasses, toolResult, type ToolErrorClass } from '#contracts';
import { cutToSize } from '#tools';
import { ToolError } from '#pack-kit';

const MAX_ERROR_CHARACTERS = 1_000;
/** Maximum size of a failure's data; a model needs a few valid names to correct its call, not the full list. */
const MAX_HELP_BYTES = 16 * 1024;

/**
 * Converts a server's answer to result data: the structured content, else the text parsed as JSON, else the text, else
 * the content unchanged. An answer in the format of our tool results is unwrapped.
 *
 * @throws ToolError for an answer that is marked as an error.
 */
export function answerOf(answer: CallToolResult): unknown {
  const text = answer.content.flatMap((piece) => (piece.type === 'text' ? piece.text : [])).join('\n');
  const structured: unknown = answer.structuredContent ?? jsonIn(text);
  const ours = toolResult.safeParse(structured);
  if (ours.success && !ours.data.success)
    throw new ToolError(
      ours.data.errorClass ?? 'UPSTREAM_REJECTED',
      shortened(ours.data.error ?? text),
      fieldsOf(ours.data.data),
    );
  if (answer.isError) throw new ToolError(classIn(answer) ?? 'UPSTREAM_REJECTED', shortened(text));
  if (ours.success) return ours.data.data;
  if (structured !== undefined) return structured;
  return answer.content.every(({ type }) => type === 'text') ? { text } : { content: answer.content };
}

/**
 * Converts a failed request to a tool error.
 *
 * @param server name of the server, for the message.
 */
export function failureOf(error: unknown, server: string): unknown {
  if (error instanceof ToolError) return error;
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    return new ToolError('TIMEOUT', `The MCP server ${server} did not answer in time.`);
  if (error instanceof ProtocolError) {
    const isTheCall = error.code === Number(ProtocolErrorCode.InvalidParams);
    return new ToolError(
      isTheCall ? 'VALIDATION_FAILED' : 'UPSTREAM_ERROR',
      `The MCP server ${server}: ${shortened(error.message)}`,
    );
  }
  return new ToolError(
    'UPSTREAM_UNAVAILABLE',
    `The MCP server ${server} has gone away; it is being restarted.`,
  );
}

function classIn({ _meta }: CallToolResult): ToolErrorClass | undefined {
  const given = _meta?.['turnpike/errorClass'];
  return toolErrorClasses.find((known) => known === given);
}

function jsonIn(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Cuts the data to size, but always keeps an unknown outcome. */
function fieldsOf(data: unknown): Record<string, unknown> | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const help = cutToSize(data, MAX_HELP_BYTES).data as Record<string, unknown>;
  return 'outcome' in data && data.outcome === 'unknown' ? { ...help, outcome: data.outcome } : help;
}

function shortened(text: string): string {
  return text.length > MAX_ERROR_CHARACTERS
    ? `${text.slice(0, MAX_ERROR_CHARACTERS)}…`
    : text || 'It failed.';
}
