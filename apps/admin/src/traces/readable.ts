/** Input or output of a span: JSON where it is JSON; a text that was cut is none any more and stays text. */
export function readable(text: string | null): unknown {
  if (text === null || !/^\s*[[{"]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
