/** `pg` has types for its client only. */
declare module 'pg/lib/utils.js' {
  /** A parameter as it is sent: text, bytes, or null. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
