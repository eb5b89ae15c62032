import type { SpanRow } from './span-row.ts';

/** The storage to which the span store writes its rows. */
export interface SpanSink {
  /**
   * Writes rows; a span may occur only once per call. An existing row is overwritten if it has not ended, so a retry after a
   * lost reply is safe. An inferred end is replaced by the real end, however late it comes, but not by a row with status
   * `running`.
   *
   * @throws DatabaseUnavailableError if a retry may succeed; any other error means that a row is invalid.
   */
  write(rows: SpanRow[]): Promise<void>;

  /** Records a heartbeat of this process. While it does so, no other process ends its running spans. */
  sayThere(): Promise<void>;
}
