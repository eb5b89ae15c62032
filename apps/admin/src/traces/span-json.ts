/** Parses input or output of a span as JSON; truncated text no longer parses and stays text. */
export function readable(text: string | null): unknown {
  if (text === null || !/^\s*[[{"]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
