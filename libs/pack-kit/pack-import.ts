import type { z } from 'zod';
import type { OrgTransaction } from './ports/org-transaction.ts';

/** Rows of a pack that an operator brings in from a file: `npm run import -- NAME FILE --org SLUG`. */
export interface PackImport<Row extends z.ZodType = z.ZodType> {
  /** snake_case, as the table. */
  name: string;
  description: string;
  /** Of one line of the file. */
  row: Row;
  /** Tells rows apart: no two of a file may have the same. */
  keyOf: (row: z.infer<Row>) => string;
  /** Puts the rows in the place of those that the org has. */
  replace(tx: OrgTransaction, rows: z.infer<Row>[]): Promise<{ removed: number; added: number }>;
}

/** It only lends the schema's type to its functions. */
export function defineImport<Row extends z.ZodType>(spec: PackImport<Row>): PackImport {
  return spec as unknown as PackImport;
}
