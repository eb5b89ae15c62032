import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolResult } from '#contracts';
import type { RegisteredTool, ToolOutcome } from '#tools';

/** Where a failure's class stands beside its text, for programs. */
const ERROR_CLASS_META = 'turnpike/errorClass';

/**
 * The outcome of a call as clients are given it: the result in words, and for programs the data where it is an object.
 * A failed call is a result too, marked as an error; it has no structured content, which older clients would hold
 * against the schema of a success.
 */
export function callResultOf(registered: RegisteredTool | undefined, outcome: ToolOutcome): CallToolResult {
  const { result, modelText } = outcome;
  const text = { type: 'text' as const, text: modelText };
  if (!result.success) return { isError: true, content: [text], _meta: metaOf(result) };
  const content = registered?.tool.content?.(result.data) ?? [text];
  return isFields(result.data) ? { content, structuredContent: result.data } : { content };
}

function metaOf({ errorClass }: ToolResult): Record<string, unknown> {
  return { [ERROR_CLASS_META]: errorClass };
}

function isFields(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
