import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolResult } from '#contracts';
import { isRecord } from '#pack-kit';
import type { RegisteredTool, ToolOutcome } from '#tools';

/** `_meta` field with the error class of a failed call, for programs. */
const ERROR_CLASS_META = 'turnpike/errorClass';

/**
 * Converts the outcome of a call to an MCP result: text for the model and, if the data is an object, structured content
 * for programs. A failed call is a result marked as an error. It has no structured content, because older clients would
 * validate it against the output schema of a success.
 */
export function callResultOf(registered: RegisteredTool | undefined, outcome: ToolOutcome): CallToolResult {
  const { result, modelText } = outcome;
  const text = { type: 'text' as const, text: modelText };
  if (!result.success) return { isError: true, content: [text], _meta: metaOf(result) };
  const content = registered?.tool.content?.(result.data) ?? [text];
  return isRecord(result.data) ? { content, structuredContent: result.data } : { content };
}

function metaOf({ errorClass }: ToolResult): Record<string, unknown> {
  return { [ERROR_CLASS_META]: errorClass };
}
