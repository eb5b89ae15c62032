import { isTransientDatabaseError } from '#database';
import type { SpanBuffer } from './span-buffer.ts';
import type { SpanRow } from './span-row.ts';
import type { SpanSink } from './span-sink.ts';
import { withTextPolicy, type SpanTextPolicyLookup } from '../redaction/span-text-policies.ts';

/** Maximum number of rows per statement. */
const MAX_BATCH_ROWS = 500;

/** The rows that could not be written. */
export interface SpanWriterReport {
  /** The error if the database is unreachable; the rows are back in the buffer. */
  away?: unknown;
  /** Rows dropped because the buffer was full. */
  overflowed: number;
  /** Rows that the sink refused permanently, with the last error. */
  refused: number;
  refusal?: unknown;
}

/** Writes the rows of the buffer to the sink. */
export class SpanWriter {
  constructor(
    private readonly buffer: SpanBuffer,
    private readonly sink: SpanSink,
    private readonly textPolicyOf: SpanTextPolicyLookup,
  ) {}

  /** Writes batches until the buffer is empty or the database is unreachable. Never rejects. */
  async drain(): Promise<SpanWriterReport> {
    const report: SpanWriterReport = { overflowed: 0, refused: 0 };
    while (this.buffer.size > 0 && report.away === undefined) {
      await this.writeBatch(this.buffer.take(MAX_BATCH_ROWS), report);
    }
    return report;
  }

  private async writeBatch(rows: SpanRow[], report: SpanWriterReport): Promise<void> {
    let wanted: SpanRow[];
    try {
      wanted = await this.asTheirOrgsWant(rows);
    } catch (error) {
      report.away = error;
      report.overflowed += this.buffer.putBack(rows);
      return;
    }
    await this.writeOrSplit(wanted, report);
  }

  private async asTheirOrgsWant(rows: SpanRow[]): Promise<SpanRow[]> {
    const orgIds = [...new Set(rows.map((row) => row.orgId))];
    const policies = new Map(
      await Promise.all(orgIds.map(async (orgId) => [orgId, await this.textPolicyOf(orgId)] as const)),
    );
    return rows.map((row) => withTextPolicy(row, policies.get(row.orgId) ?? 'omit'));
  }

  /**
   * Writes a batch. After a refusal it halves the batch until the invalid row is alone, so that the other rows are
   * written.
   */
  private async writeOrSplit(rows: SpanRow[], report: SpanWriterReport): Promise<void> {
    try {
      if (report.away === undefined) await this.sink.write(rows);
      else report.overflowed += this.buffer.putBack(rows);
    } catch (error) {
      if (isTransientDatabaseError(error)) {
        report.away = error;
        report.overflowed += this.buffer.putBack(rows);
      } else if (rows.length === 1) {
        report.refused += 1;
        report.refusal = error;
      } else {
        const middle = Math.ceil(rows.length / 2);
        await this.writeOrSplit(rows.slice(0, middle), report);
        await this.writeOrSplit(rows.slice(middle), report);
      }
    }
  }
}
