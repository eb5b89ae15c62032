import { bytesOf, type SpanRow } from './span-row.ts';

/** Rows that wait to be written: one per span, the latest state of each, oldest first. */
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

  /** @returns the number of oldest rows that had to go to make room. */
  add(row: SpanRow): number {
    const key = keyOf(row);
    const earlier = this.rows.get(key);
    if (earlier) this.remove(key, earlier);
    this.rows.set(key, row);
    this.bytes += bytesOf(row);
    return this.dropOldest();
  }

  /** Takes the oldest rows out. */
  take(count: number): SpanRow[] {
    const taken: SpanRow[] = [];
    for (const [key, row] of this.rows) {
      if (taken.length >= count) break;
      this.remove(key, row);
      taken.push(row);
    }
    return taken;
  }

  /** Puts rows back to the front, but for those of which there is a later state by now. @returns as {@link add}. */
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
