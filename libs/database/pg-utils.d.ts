/** Types of `pg/lib/utils`: the package only has types for its client. */
declare module 'pg/lib/utils.js' {
  /** Converts a parameter to its wire value: text, bytes or null. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
