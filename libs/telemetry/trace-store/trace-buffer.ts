import type { SpanRow } from './span-row.ts';

/** A run to write, in its latest state. */
export interface BufferedRun {
  root: SpanRow;
  /** All spans of the run so far, `root` among them. */
  spans: readonly SpanRow[];
  /** Approximate memory of the spans. */
  bytes: number;
  isEnded: boolean;
}

/** Runs to write: the latest state of each, oldest first. */
export class TraceBuffer {
  private runs = new Map<string, BufferedRun>();
  private bytes = 0;
  spanCount = 0;

  constructor(
    private readonly maxSpans: number,
    private readonly maxBytes: number,
  ) {}

  get size(): number {
    return this.runs.size;
  }

  /** @returns the number of spans of the oldest runs dropped to make room. */
  add(run: BufferedRun): number {
    this.remove(keyOf(run));
    this.put(run);
    return this.dropOldest();
  }

  /** Removes and returns the oldest runs. */
  take(count: number): BufferedRun[] {
    const taken: BufferedRun[] = [];
    for (const [key, run] of this.runs) {
      if (taken.length >= count) break;
      this.remove(key);
      taken.push(run);
    }
    return taken;
  }

  /** Puts runs back at the front, except runs with a newer state in the buffer. @returns the same as {@link add}. */
  putBack(taken: readonly BufferedRun[]): number {
    const later = [...this.runs.values()];
    for (const run of later) this.remove(keyOf(run));
    const newer = new Set(later.map(keyOf));
    for (const run of taken) if (!newer.has(keyOf(run))) this.put(run);
    for (const run of later) this.put(run);
    return this.dropOldest();
  }

  private put(run: BufferedRun): void {
    this.runs.set(keyOf(run), run);
    this.spanCount += run.spans.length;
    this.bytes += run.bytes;
  }

  private dropOldest(): number {
    let dropped = 0;
    for (const [key, run] of this.runs) {
      if (this.spanCount <= this.maxSpans && this.bytes <= this.maxBytes) break;
      this.remove(key);
      dropped += run.spans.length;
    }
    return dropped;
  }

  private remove(key: string): void {
    const run = this.runs.get(key);
    if (!run) return;
    this.runs.delete(key);
    this.spanCount -= run.spans.length;
    this.bytes -= run.bytes;
  }
}

const keyOf = ({ root }: BufferedRun) => root.traceId + root.spanId;
