import { setTimeout as delay } from 'node:timers/promises';
import { context, ROOT_CONTEXT, trace, type Context } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace';
import { Logger } from '@nestjs/common';
import { ATTRIBUTES, SPAN_KIND } from '../attributes.ts';
import { recordSpansDropped } from '../metrics/metrics.ts';
import type { SpanTextPolicyLookup } from '../redaction/span-text-policies.ts';
import { isExportedOnly, runBeside } from '../tracing/with-span.ts';
import { OpenRun } from './open-run.ts';
import { orgOf } from './span-row.ts';
import { TraceBuffer } from './trace-buffer.ts';
import type { TraceSink } from './trace-sink.ts';
import { TraceWriter, type TraceWriterReport } from './trace-writer.ts';

/** Flush interval. A crash loses the runs that ended in this period, as documented in docs/traces-and-metrics.md. */
const FLUSH_EVERY_MS = 250;
/** Maximum pause; it doubles up to this value while the database is unreachable. */
const MAX_PAUSE_MS = 5_000;
/** An open run is written with what it has after this time, and again after each such time. */
const OPEN_WRITTEN_EVERY_MS = 2_000;
/** A large run is written less often: every write has all its spans. */
const LARGE_WRITTEN_EVERY_MS = 10_000;
const LARGE_BYTES = 1024 * 1024;
/** Without a change, a run is written to say that its process lives: the sweeper ends it after 30 seconds of silence. */
const UNCHANGED_WRITTEN_EVERY_MS = 10_000;
/** Buffer limit: about seven seconds of full load. During a longer database outage the oldest runs are dropped. */
const MAX_BUFFERED_SPANS = 10_000;
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;
/** Maximum number of open runs. More would be runs that are never ended. */
const MAX_OPEN_RUNS = 20_000;
/** Maximum wait of a shutdown for an unreachable or hanging database. */
const SHUTDOWN_TIMEOUT_MS = 5_000;

/** Attributes that a child span inherits from its parent unless it sets them. */
const INHERITED = [
  ATTRIBUTES.orgId,
  ATTRIBUTES.conversationId,
  ATTRIBUTES.turnId,
  ATTRIBUTES.pack,
  ATTRIBUTES.agent,
] as const;

export interface TraceStoreOptions {
  sink: TraceSink;
  /** Policy lookup, called per org and batch; texts are stored if absent. */
  textPolicyOf?: SpanTextPolicyLookup;
  /** Returns the difference between the platform's clock and the system clock in milliseconds; called for each run. */
  clockOffsetMs?: () => number;
  flushEveryMs?: number;
  openWrittenEveryMs?: number;
  maxBufferedSpans?: number;
  shutdownTimeoutMs?: number;
}

/**
 * Writes each run with its spans as one row when it ends, in batches, at most every 250 ms, outside the path of the turn. A
 * run is a span without a parent in this process and all spans below it. One that takes longer is also written while it is
 * open, except a request. Runs without an org (health checks, unauthenticated requests) are not stored.
 */
export class TraceStoreProcessor implements SpanProcessor {
  private readonly logger = new Logger('TraceStore');
  private readonly buffer: TraceBuffer;
  private readonly writer: TraceWriter;
  private readonly flushEveryMs: number;
  private readonly openWrittenEveryMs: number;
  private readonly shutdownTimeoutMs: number;
  private readonly clockOffsetMs: () => number;
  /** Runs with an open span, oldest first. */
  private readonly open = new Set<OpenRun>();
  private readonly runs = new WeakMap<object, OpenRun>();
  private timer: NodeJS.Timeout | undefined;
  private openTimer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();
  private failures = 0;
  private stopped = false;

  constructor(options: TraceStoreOptions) {
    this.buffer = new TraceBuffer(options.maxBufferedSpans ?? MAX_BUFFERED_SPANS, MAX_BUFFERED_BYTES);
    this.writer = new TraceWriter(this.buffer, options.sink, options.textPolicyOf ?? (async () => 'store'));
    this.flushEveryMs = options.flushEveryMs ?? FLUSH_EVERY_MS;
    this.openWrittenEveryMs = options.openWrittenEveryMs ?? OPEN_WRITTEN_EVERY_MS;
    this.shutdownTimeoutMs = options.shutdownTimeoutMs ?? SHUTDOWN_TIMEOUT_MS;
    this.clockOffsetMs = options.clockOffsetMs ?? (() => 0);
  }

  onStart(span: Span, parentContext: Context): void {
    const own = orgOf(span.attributes);
    const parent = trace.getSpan(parentContext);
    if (parent && 'attributes' in parent) this.inherit(span, parent as Span);
    if (isExportedOnly(parentContext)) return;
    const beside = runBeside(parentContext) ?? parent;
    const near = beside && this.runs.get(beside);
    const isForeign = own !== undefined && near !== undefined && (orgOf(near.root.attributes) ?? own) !== own;
    // A run that has ended is written for good: what begins later is a run of its own.
    const joins = near !== undefined && near.open.size > 0 && !isForeign;
    const run = joins ? near : new OpenRun(span, this.clockOffsetMs(), performance.now());
    run.begin(span);
    this.runs.set(span, run);
    this.open.add(run);
    if (this.open.size > MAX_OPEN_RUNS) this.forgetOldestOpen();
    this.armOpen();
  }

  onEnd(span: ReadableSpan): void {
    const run = this.runs.get(span);
    if (!run) return;
    const leftOut = run.end(span as Span);
    if (leftOut > 0) recordSpansDropped(leftOut, 'the run had too many');
    if (run.open.size === 0) this.open.delete(run);
    // A span that was not awaited may end after its run.
    if (run.open.size === 0 || span === run.root) this.keep(run);
  }

  /** Resolves when all runs so far, open ones too, are written or the database is unreachable. */
  async forceFlush(): Promise<void> {
    for (const run of this.open) if (isWrittenOpen(run) && run.isChanged) this.keep(run);
    await this.flush();
  }

  async shutdown(): Promise<void> {
    if (this.stopped) return;
    const ended = new AbortController();
    const late = delay(this.shutdownTimeoutMs, 'late' as const, { signal: ended.signal });
    // Aborted after the wait has ended.
    late.catch(() => undefined);
    const outcome = await Promise.race([this.writeWhatIsLeft(), late]);
    ended.abort();
    this.stopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.openTimer);
    if (outcome === 'late')
      this.logger.warn({ message: 'The last spans may be lost: they could not be written in time' });
    if (this.buffer.size > 0)
      this.countDropped(this.buffer.spanCount, 'the database was unreachable at shutdown');
  }

  private async writeWhatIsLeft(): Promise<void> {
    await this.forceFlush();
    while (this.buffer.size > 0 && !this.stopped) {
      await delay(this.flushEveryMs);
      await this.flush();
    }
  }

  private inherit(span: Span, { attributes }: Span): void {
    for (const name of INHERITED) {
      const inherited = attributes[name];
      if (inherited !== undefined && span.attributes[name] === undefined) span.setAttribute(name, inherited);
    }
  }

  /** Puts the run into the buffer, unless it belongs to no org. */
  private keep(run: OpenRun): void {
    run.keptAtMs = performance.now();
    run.isChanged = false;
    for (const row of run.toBuffer()) {
      const overflowed = this.buffer.add(row);
      if (overflowed > 0) this.countDropped(overflowed, 'the buffer was full');
    }
    if (this.buffer.size > 0) this.arm();
  }

  private keepOpenRuns(): void {
    const nowMs = performance.now();
    for (const run of this.open) {
      if (isWrittenOpen(run) && nowMs - run.keptAtMs >= this.pauseMsOf(run)) this.keep(run);
    }
  }

  private pauseMsOf(run: OpenRun): number {
    if (!run.isChanged) return UNCHANGED_WRITTEN_EVERY_MS;
    return run.bytes > LARGE_BYTES ? LARGE_WRITTEN_EVERY_MS : this.openWrittenEveryMs;
  }

  private arm(): void {
    if (this.timer || this.stopped) return;
    const pauseMs = Math.min(this.flushEveryMs * 2 ** this.failures, MAX_PAUSE_MS);
    this.timer = later(pauseMs, () => void this.flush());
  }

  private armOpen(): void {
    if (this.openTimer || this.stopped) return;
    this.openTimer = later(this.openWrittenEveryMs / 2, () => {
      this.openTimer = undefined;
      this.keepOpenRuns();
      if (this.open.size > 0) this.armOpen();
    });
  }

  private flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flushing = this.flushing.then(() => this.writeAll());
    return this.flushing;
  }

  private async writeAll(): Promise<void> {
    if (this.buffer.size > 0) this.take(await this.writer.drain());
    if (this.buffer.size > 0) this.arm();
  }

  private take(report: TraceWriterReport): void {
    if (report.overflowed > 0) this.countDropped(report.overflowed, 'the buffer was full');
    if (report.refused > 0) this.countDropped(report.refused, 'the database refused them', report.refusal);
    if (report.away !== undefined) {
      if (this.failures === 0)
        this.logger.warn({ message: 'Spans wait because the database is unreachable', err: report.away });
      this.failures += 1;
    } else if (this.failures > 0) {
      this.logger.log('Spans are written again');
      this.failures = 0;
    }
  }

  private countDropped(count: number, reason: string, error?: unknown): void {
    recordSpansDropped(count, reason);
    this.logger.warn({ message: `${count} spans were dropped: ${reason}`, ...(error ? { err: error } : {}) });
  }

  private forgetOldestOpen(): void {
    const oldest = this.open.values().next();
    if (!oldest.done) this.open.delete(oldest.value);
  }
}

/** A request is written when it is answered; the page that shows it waits for that anyhow. */
function isWrittenOpen({ root }: OpenRun): boolean {
  return root.attributes[SPAN_KIND] !== 'http';
}

/** Uses the root context: the timer must not keep a turn's context alive or log with its ids. */
function later(ms: number, work: () => void): NodeJS.Timeout {
  return context.with(ROOT_CONTEXT, () => setTimeout(work, ms)).unref();
}
