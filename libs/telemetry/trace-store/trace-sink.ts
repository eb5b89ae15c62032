import type { TraceRow } from './trace-row.ts';

/** The storage of traces. */
export interface TraceSink {
  /**
   * Writes rows; a run may occur only once per call. A stored row is overwritten unless its process has written the end of
   * the run, so a retry after a lost reply is safe, and an end that the sweeper inferred gives way to the real one.
   *
   * @throws DatabaseUnavailableError if a retry may succeed; any other error means that a row is invalid.
   */
  write(rows: TraceRow[]): Promise<void>;
}
