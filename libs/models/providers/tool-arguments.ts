import type { ModelToolCall } from '../language-model.ts';

/** A call whose arguments arrived as text. What is no JSON object is kept, so that the model can be told what it wrote. */
export function toolCallOf(id: string, name: string, json: string): ModelToolCall {
  const call = { id, name };
  try {
    const parsed: unknown = JSON.parse(json === '' ? '{}' : json);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return { ...call, arguments: parsed as Record<string, unknown> };
    }
  } catch {
    // Kept below.
  }
  return { ...call, arguments: {}, malformed: json };
}
