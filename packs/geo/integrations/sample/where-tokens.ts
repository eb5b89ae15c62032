import { badQuery } from './arcgis-error.ts';

/** A token of a where clause. */
export type Token =
  { kind: 'name'; text: string } | { kind: 'value'; value: string | number } | { kind: 'mark'; text: string };

const PATTERN =
  /\s+|(?<date>(?:DATE|TIMESTAMP)\s*'(?<moment>[^']*)')|N?'(?<text>(?:[^']|'')*)'|(?<number>-?\d+(?:\.\d+)?)|(?<name>[A-Za-z_][\w.]*)|(?<mark><>|!=|<=|>=|[=<>(),])/iy;

/** @throws ArcGisError 400 for text that is not a token. */
export function tokensOf(clause: string): Token[] {
  const tokens: Token[] = [];
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < clause.length) {
    const groups = PATTERN.exec(clause)?.groups;
    if (!groups) throw badQuery("'where' clause is invalid");
    const { moment, text, number, name, mark } = groups;
    if (moment !== undefined) tokens.push({ kind: 'value', value: readMoment(moment) });
    else if (text !== undefined) tokens.push({ kind: 'value', value: text.replaceAll("''", "'") });
    else if (number !== undefined) tokens.push({ kind: 'value', value: Number(number) });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark });
  }
  return tokens;
}

/** Dates are epoch milliseconds in rows. */
function readMoment(text: string): number {
  const moment = Date.parse(text.includes(' ') ? `${text.replace(' ', 'T')}Z` : `${text}T00:00:00Z`);
  if (Number.isNaN(moment)) throw badQuery(`'${text}' is not a date`);
  return moment;
}
