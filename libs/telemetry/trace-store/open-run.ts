import type { Span } from '@opentelemetry/sdk-trace';
import type { BufferedRun } from './trace-buffer.ts';
import { bytesOf, toSpanRow, type SpanRow } from './span-row.ts';

/** Limits of one run; later spans and larger texts are left out. */
const MAX_SPANS = 5_000;
const MAX_BYTES = 8 * 1024 * 1024;

/** A run that this process is in: the span without a parent here, and all spans below it. */
export class OpenRun {
  /** Spans that have not ended. */
  readonly open = new Set<Span>();
  /** When the run was last put into the buffer, by `performance.now()`. */
  keptAtMs: number;
  /** True if a span started or ended since. */
  isChanged = false;
  private readonly ended: SpanRow[] = [];
  /** Approximate memory of the ended spans. */
  bytes = 0;

  /** @param offsetMs is added to the times of its spans: the platform's clock less the system clock. */
  constructor(
    readonly root: Span,
    readonly offsetMs: number,
    nowMs: number,
  ) {
    this.keptAtMs = nowMs;
  }

  begin(span: Span): void {
    this.open.add(span);
    this.isChanged = true;
  }

  /** @returns the number of spans left out for this one. */
  end(span: Span): number {
    const row = toSpanRow(span, this.offsetMs);
    this.open.delete(span);
    this.isChanged = true;
    const bytes = bytesOf(row);
    if (span !== this.root && (this.ended.length >= MAX_SPANS || this.bytes + bytes > MAX_BYTES)) return 1;
    this.bytes += bytes;
    this.ended.push(row);
    return 0;
  }

  /**
   * Returns its rows by org, to write: almost always one. A span without an org belongs to that of the run, which a request
   * gets after its first steps, when its key is verified.
   */
  toBuffer(): BufferedRun[] {
    const { spanId } = this.root.spanContext();
    const all = [
      ...this.ended,
      ...[...this.open].slice(0, MAX_SPANS).map((span) => toSpanRow(span, this.offsetMs)),
    ];
    const root = all.find((row) => row.spanId === spanId);
    const main = root?.orgId || all.find(({ orgId }) => orgId !== '')?.orgId;
    if (root === undefined || main === undefined || isPlainRequest(root, all)) return [];
    const groups = new Map<string, SpanRow[]>([[main, []]]);
    for (const row of all) {
      const orgId = row.orgId || main;
      const own = groups.get(orgId) ?? [];
      own.push(row.orgId === orgId ? row : { ...row, orgId });
      groups.set(orgId, own);
    }
    return [...groups].flatMap(([orgId, spans]) => {
      const top = orgId === main ? spans.find((row) => row.spanId === spanId) : spans[0];
      return top ? [{ root: top, spans, bytes: this.bytes, isEnded: this.open.size === 0 }] : [];
    });
  }
}

/** A request without steps that was answered. The one that accepts a turn is stored with the turn. */
function isPlainRequest({ kind, status }: SpanRow, spans: readonly SpanRow[]): boolean {
  return kind === 'http' && status === 'success' && spans.length === 1;
}
