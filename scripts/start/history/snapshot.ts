import { brotliDecompressSync } from 'node:zlib';
import { z } from 'zod';

/**
 * The recorded fortnight, from the project's root. It was recorded once, on the shipped api, worker and console, and is
 * not recorded again. A change of the schema that touches its tables converts it: decompress it (`brotli -d`, or
 * `node:zlib`), edit its lines, each of which is JSON, and compress it with brotli's highest quality.
 */
export const SNAPSHOT_FILE = 'scripts/start/history/demo-history.jsonl.br';

const header = z.object({
  version: z.literal(1),
  /** First and last day, `YYYY-MM-DD`. Costs of the day after, of orgs east of Greenwich, are on the last one. */
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  /** Ids in the rows, by the slug of an org and by `slug/handle` of a person; a person without an org has no slug. */
  orgs: z.record(z.string(), z.uuid()),
  people: z.record(z.string(), z.uuid()),
  /** In the order in which they are inserted. */
  tables: z.array(
    z.object({
      name: z.string(),
      /** Name and type of each column. */
      columns: z.array(z.tuple([z.string(), z.string()])),
      /** Rows that the database has already are kept: contacts of the recording may be contacts of the seed. */
      keepExisting: z.boolean(),
      rows: z.int(),
    }),
  ),
});
export type SnapshotHeader = z.infer<typeof header>;

/** A header and, for each of its tables, as many rows as it says, each as the JSON text of the row. */
export interface Snapshot {
  header: SnapshotHeader;
  rows: string[];
}

/** @throws when the bytes are no snapshot of this version. */
export function unpackSnapshot(bytes: Buffer): Snapshot {
  const [first = '', ...rows] = brotliDecompressSync(bytes).toString('utf8').split('\n');
  return { header: header.parse(JSON.parse(first)), rows };
}
