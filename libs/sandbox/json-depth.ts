const [QUOTE, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = Array.from('"\\[]{}', (one) =>
  one.charCodeAt(0),
);

/**
 * True if lists and objects are nested more than `levels` deep. Scans the JSON text, because a recursive walk of a deep
 * value runs out of stack.
 */
export function isNestedOver(json: string, levels: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (isInText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInText = false;
    } else if (code === QUOTE) isInText = true;
    else if (code === LIST || code === OBJECT) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === LIST_END || code === OBJECT_END) depth -= 1;
  }
  return false;
}
