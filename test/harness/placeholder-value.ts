import { randomUUID } from 'node:crypto';

/** A column as `information_schema.columns` describes it. For arrays, `udt` holds the element type, such as `_text`. */
export interface Column {
  name: string;
  type: string;
  udt: string;
}

const NUMBERS = ['smallint', 'integer', 'bigint', 'numeric', 'double precision', 'real'];

/** The placeholders of an INSERT with these columns. */
export const placesFor = (columns: readonly Column[]) =>
  columns.map(({ udt }, index) => `$${index + 1}::${udt === 'vector' ? 'vector' : `"${udt}"`}`).join(', ');

/** A value that fits the column type; `text` and `id` return values that must be distinct. */
export function placeholderValue(
  { type, udt }: Column,
  {
    text = randomUUID,
    id = randomUUID,
    number = () => 1,
  }: { text?(): string; id?(): string; number?(): number } = {},
): unknown {
  if (NUMBERS.includes(type)) return number();
  switch (type) {
    case 'uuid':
      return id();
    case 'boolean':
      return false;
    case 'json':
    case 'jsonb':
      return JSON.stringify({ [text()]: text() });
    case 'bytea':
      return Buffer.from(text());
    case 'date':
    case 'timestamp with time zone':
    case 'timestamp without time zone':
      return new Date();
    case 'ARRAY':
      return udt === '_text' ? [text()] : [];
    default:
      return udt === 'vector' ? `[${Array.from({ length: 768 }, () => 0.1).join(',')}]` : text();
  }
}
