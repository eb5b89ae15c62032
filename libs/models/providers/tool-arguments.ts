import type { ModelToolCall } from '../language-model.ts';

/**
 * Parses a call with arguments as text. Text that is not a JSON object is kept, so that the error message to the
 * model can quote it.
 */
export function toolCallOf(id: string, name: string, json: string): ModelToolCall {
  const call = { id, name };
  try {
    const parsed: unknown = JSON.parse(json === '' ? '{}' : json);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return { ...call, arguments: parsed as Record<string, unknown> };
    }
  } catch {
    // Invalid JSON: kept below.
  }
  return { ...call, arguments: {}, malformed: json };
}
