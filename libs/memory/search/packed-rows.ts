import { insightCategories } from '#pack-kit';
import type { Candidate } from '../fusion.ts';
import { readSearchTerms, type SearchTerms } from './search-terms.ts';

/** A row for ranking. */
export type SearchRow = Omit<Candidate, 'lexical' | 'shared' | 'ageDays'> & { searchTerms: SearchTerms };

/**
 * The columns for ranking as bytes. All rows of a contact are returned as one value, because the driver takes longer to
 * read hundreds of rows with seven columns than the ranking takes. `$3`: model of the query's vector `$4`; `$5`: now.
 */
export const PACKED = `uuid_send(id)
    || float4send(CASE WHEN embedding_model = $3 THEN 1 - (embedding <=> $4::vector) ELSE 'NaN' END::float4)
    || float4send((EXTRACT(EPOCH FROM $5::timestamptz - said_at) / 86400)::float4)
    || int2send(importance)
    || int2send(array_position(ARRAY['${insightCategories.join("','")}'], category)::smallint)
    || int4send(octet_length(search_terms)) || search_terms`;
/** The texts of the same rows, packed separately so that the other columns are aligned to four bytes. */
export const PACKED_TEXTS = `int4send(octet_length(text)) || convert_to(text, 'UTF8')`;

const ID_BYTES = 16;
const NUMBER_BYTES = 4;

/** Decodes rows packed by {@link PACKED} and {@link PACKED_TEXTS}. */
export function unpackRows(given: Buffer, texts: Buffer): SearchRow[] {
  const packed = given.byteOffset % NUMBER_BYTES === 0 ? given : Buffer.from(new Uint8Array(given).buffer);
  const rows: SearchRow[] = [];
  let [at, textAt] = [0, 0];
  while (at < packed.length) {
    const id = uuidOf(packed.toString('hex', at, at + ID_BYTES));
    at += ID_BYTES;
    const similarity = packed.readFloatBE(at);
    const age = packed.readFloatBE(at + 4);
    const importance = packed.readInt16BE(at + 8);
    const category = insightCategories[packed.readInt16BE(at + 10) - 1] ?? 'preference';
    const termBytes = packed.readInt32BE(at + 12);
    at += 16;
    const searchTerms = readSearchTerms(packed, at, termBytes);
    at += termBytes;
    const textEnd = textAt + NUMBER_BYTES + texts.readInt32BE(textAt);
    const text = texts.toString('utf8', textAt + NUMBER_BYTES, textEnd);
    textAt = textEnd;
    rows.push({
      id,
      text,
      category,
      importance,
      similarity: Number.isNaN(similarity) ? null : similarity,
      searchTerms,
      age,
    });
  }
  return rows;
}

function uuidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
