import { bytesOf, type SpanRow } from './span-row.ts';

/** Rows to write: the latest state of each span, oldest first. */
export class SpanBuffer {
  private rows = new Map<string, SpanRow>();
  private bytes = 0;

  constructor(
    private readonly maxRows: number,
    private readonly maxBytes: number,
  ) {}

  get size(): number {
    return this.rows.size;
  }

  /** @returns the number of oldest rows dropped to make room. */
  add(row: SpanRow): number {
    const key = keyOf(row);
    const earlier = this.rows.get(key);
    if (earlier) this.remove(key, earlier);
    this.rows.set(key, row);
    this.bytes += bytesOf(row);
    return this.dropOldest();
  }

  /** Removes and returns the oldest rows. */
  take(count: number): SpanRow[] {
    const taken: SpanRow[] = [];
    for (const [key, row] of this.rows) {
      if (taken.length >= count) break;
      this.remove(key, row);
      taken.push(row);
    }
    return taken;
  }

  /** Puts rows back at the front, except rows with a newer state in the buffer. @returns the same as {@link add}. */
  putBack(taken: SpanRow[]): number {
    const later = this.rows;
    this.rows = new Map();
    for (const row of taken) {
      const key = keyOf(row);
      if (later.has(key)) continue;
      this.rows.set(key, row);
      this.bytes += bytesOf(row);
    }
    for (const [key, row] of later) this.rows.set(key, row);
    return this.dropOldest();
  }

  private dropOldest(): number {
    let dropped = 0;
    for (const [key, row] of this.rows) {
      if (this.rows.size <= this.maxRows && this.bytes <= this.maxBytes) break;
      this.remove(key, row);
      dropped++;
    }
    return dropped;
  }

  private remove(key: string, row: SpanRow): void {
    this.rows.delete(key);
    this.bytes -= bytesOf(row);
  }
}

const keyOf = (row: SpanRow) => row.traceId + row.spanId;
