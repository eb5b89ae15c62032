/** Texts in either quotes, the commas before a closing bracket, and words with the colon behind them. Each ends at the next match. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|,(?=\s*[\]}])|[A-Za-z_]\w*\s*:?/gs;
const FENCE = /^```\w*\n(.*)\n?```$/s;
const PYTHON: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };
const CONTROL = /\p{Cc}/gu;

/**
 * The value of a JSON text as models write it: also in a code fence, encoded twice, with line breaks within texts, commas
 * before a closing bracket, names without quotes, or as Python prints it. Undefined for any other text.
 */
export function looseJson(text: string): unknown {
  const trimmed = text.trim();
  const bare = FENCE.exec(trimmed)?.[1] ?? trimmed;
  const value = parsedJson(bare) ?? parsedJson(bare.replace(TOKEN, strictToken));
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? looseJson(value) : value;
}

function strictToken(token: string): string {
  if (token === ',') return '';
  if (token.startsWith('"')) return token.replace(CONTROL, escaped);
  if (token.startsWith("'"))
    return `"${token
      .slice(1, -1)
      .replaceAll(/\\'/g, "'")
      .replaceAll(/(\\.)|"/gs, (_, pair: string | undefined) => pair ?? '\\"')
      .replace(CONTROL, escaped)}"`;
  return token.endsWith(':') ? `"${token.slice(0, -1).trimEnd()}":` : (PYTHON[token.trim()] ?? token);
}

const escaped = (character: string) => JSON.stringify(character).slice(1, -1);

/** The value of a JSON text; undefined for any other text. */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
