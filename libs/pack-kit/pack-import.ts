import type { z } from 'zod';
import type { OrgTransaction } from './ports/org-transaction.ts';

/** A table of a pack that an operator imports from a file: `npm run import -- NAME FILE --org SLUG`. */
export interface PackImport<Row extends z.ZodType = z.ZodType> {
  /** snake_case name of the table. */
  name: string;
  description: string;
  /** Schema of one line of the file. */
  row: Row;
  /** Key of a row; must be unique within the file. */
  keyOf: (row: z.infer<Row>) => string;
  /** Replaces all rows of the org. */
  replace(tx: OrgTransaction, rows: z.infer<Row>[]): Promise<{ removed: number; added: number }>;
}

/** Declares an import. Returns `spec` unchanged; it exists to infer the types of its functions from the schema. */
export function defineImport<Row extends z.ZodType>(spec: PackImport<Row>): PackImport {
  return spec as unknown as PackImport;
}
