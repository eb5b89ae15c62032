import { jsonbText } from '#text';

/** V8 and PostgreSQL read JSON recursively. */
const MAX_DEPTH = 32;

/**
 * Returns the object that a JSON text describes if writing it again gives the same characters; otherwise the text. Within an object the
 * quotes of a text are escaped once less than within a text, and equal texts of a trace are compressed together.
 */
export function nestedJson(text: string): unknown {
  if (!text.startsWith('{')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isWithin(value, MAX_DEPTH) && jsonbText(value) === text ? value : text;
  } catch {
    // A text that was cut is no JSON.
    return text;
  }
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((item) => isWithin(item, depth - 1));
}
