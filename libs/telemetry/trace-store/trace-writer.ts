import { isTransientDatabaseError } from '#database';
import type { BufferedRun, TraceBuffer } from './trace-buffer.ts';
import { traceRow, type TraceRow } from './trace-row.ts';
import type { TraceSink } from './trace-sink.ts';
import {
  withTextPolicy,
  type SpanTextPolicy,
  type SpanTextPolicyLookup,
} from '../redaction/span-text-policies.ts';

const MAX_BATCH_RUNS = 100;

/** The runs that could not be written. All numbers count spans. */
export interface TraceWriterReport {
  /** The error if the database is unreachable; the runs are back in the buffer. */
  away?: unknown;
  /** Spans dropped because the buffer was full. */
  overflowed: number;
  /** Spans of runs that the sink refused permanently, with the last error. */
  refused: number;
  refusal?: unknown;
}

export class TraceWriter {
  constructor(
    private readonly buffer: TraceBuffer,
    private readonly sink: TraceSink,
    private readonly textPolicyOf: SpanTextPolicyLookup,
  ) {}

  /** Writes batches until the buffer is empty or the database is unreachable. Never rejects. */
  async drain(): Promise<TraceWriterReport> {
    const report: TraceWriterReport = { overflowed: 0, refused: 0 };
    while (this.buffer.size > 0 && report.away === undefined) {
      await this.writeBatch(this.buffer.take(MAX_BATCH_RUNS), report);
    }
    return report;
  }

  private async writeBatch(runs: BufferedRun[], report: TraceWriterReport): Promise<void> {
    let policies: Map<string, SpanTextPolicy>;
    try {
      policies = await this.policiesOf(runs);
    } catch (error) {
      report.away = error;
      report.overflowed += this.buffer.putBack(runs);
      return;
    }
    const rows = new Map(runs.map((run) => [rowOf(run, policies.get(run.root.orgId) ?? 'omit'), run]));
    await this.writeOrSplit([...rows.keys()], rows, report);
  }

  private async policiesOf(runs: readonly BufferedRun[]): Promise<Map<string, SpanTextPolicy>> {
    const orgIds = [...new Set(runs.map(({ root }) => root.orgId))];
    return new Map(
      await Promise.all(orgIds.map(async (orgId) => [orgId, await this.textPolicyOf(orgId)] as const)),
    );
  }

  /**
   * Writes a batch. After a refusal it halves the batch until the invalid row is alone, so that the other rows are
   * written.
   */
  private async writeOrSplit(
    rows: TraceRow[],
    runs: ReadonlyMap<TraceRow, BufferedRun>,
    report: TraceWriterReport,
  ): Promise<void> {
    const putBack = () => this.buffer.putBack(rows.flatMap((row) => runs.get(row) ?? []));
    try {
      if (report.away === undefined) await this.sink.write(rows);
      else report.overflowed += putBack();
    } catch (error) {
      if (isTransientDatabaseError(error)) {
        report.away = error;
        report.overflowed += putBack();
      } else if (rows.length === 1) {
        report.refused += rows[0]?.spans.length ?? 0;
        report.refusal = error;
      } else {
        const middle = Math.ceil(rows.length / 2);
        await this.writeOrSplit(rows.slice(0, middle), runs, report);
        await this.writeOrSplit(rows.slice(middle), runs, report);
      }
    }
  }
}

function rowOf({ root, spans, isEnded }: BufferedRun, policy: SpanTextPolicy): TraceRow {
  const wanted = spans.map((span) => withTextPolicy(span, policy));
  return traceRow(wanted[spans.indexOf(root)] ?? root, wanted, isEnded);
}
