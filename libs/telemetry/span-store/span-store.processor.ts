import { setTimeout as delay } from 'node:timers/promises';
import { context, ROOT_CONTEXT, trace, type Attributes, type Context } from '@opentelemetry/api';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace';
import { Logger } from '@nestjs/common';
import { ATTRIBUTES } from '../attributes.ts';
import { recordSpansDropped } from '../metrics/metrics.ts';
import { SpanBuffer } from './span-buffer.ts';
import { orgOf, toSpanRow } from './span-row.ts';
import type { SpanSink } from './span-sink.ts';
import type { SpanTextPolicyLookup } from '../redaction/span-text-policies.ts';
import { SpanWriter, type SpanWriterReport } from './span-writer.ts';

/** Flush interval. A crash loses the spans of this period, as documented in docs/traces-and-metrics.md. */
const FLUSH_EVERY_MS = 250;
/** Maximum pause; it doubles up to this value while the database is unreachable. */
const MAX_PAUSE_MS = 5_000;
/** Heartbeat interval. After a minute without a heartbeat, the process counts as gone and its open spans are ended. */
const SAY_THERE_EVERY_MS = 10_000;
/** Buffer limit: about seven seconds of full load. During a longer database outage the oldest spans are dropped. */
const MAX_BUFFERED_ROWS = 10_000;
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;
/** Maximum number of open spans without a row. More would be spans that are never ended. */
const MAX_OPEN_SPANS = 20_000;
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

export interface SpanStoreOptions {
  sink: SpanSink;
  /** Policy lookup, called per org and batch; texts are stored if absent. */
  textPolicyOf?: SpanTextPolicyLookup;
  /** Returns the difference between the platform's clock and the system clock in milliseconds; called for each span. */
  clockOffsetMs?: () => number;
  flushEveryMs?: number;
  sayThereEveryMs?: number;
  maxBufferedRows?: number;
  shutdownTimeoutMs?: number;
}

/**
 * Writes spans to the span store in batches, at most every 250 ms, outside the path of the turn. A span that is open at a
 * flush is written with status `running` and again when it ends; a short span is written once. Spans without an org
 * (health checks, unauthenticated requests) are not stored.
 */
export class SpanStoreProcessor implements SpanProcessor {
  private readonly logger = new Logger('SpanStore');
  private readonly buffer: SpanBuffer;
  private readonly sink: SpanSink;
  private readonly writer: SpanWriter;
  private readonly flushEveryMs: number;
  private readonly shutdownTimeoutMs: number;
  private readonly clockOffsetMs: () => number;
  /** Open spans without a row, oldest first. */
  private readonly open = new Set<Span>();
  private readonly parents = new WeakMap<ReadableSpan, { attributes: Attributes }>();
  /** Difference between the platform's clock and the system clock at the start of each span. The times of its row use it. */
  private readonly offsetsMs = new WeakMap<ReadableSpan, number>();
  private timer: NodeJS.Timeout | undefined;
  private readonly thereTimer: NodeJS.Timeout;
  private saysThere = false;
  private flushing: Promise<void> = Promise.resolve();
  private failures = 0;
  private stopped = false;

  constructor(options: SpanStoreOptions) {
    this.buffer = new SpanBuffer(options.maxBufferedRows ?? MAX_BUFFERED_ROWS, MAX_BUFFERED_BYTES);
    this.sink = options.sink;
    this.writer = new SpanWriter(this.buffer, options.sink, options.textPolicyOf ?? (async () => 'store'));
    this.flushEveryMs = options.flushEveryMs ?? FLUSH_EVERY_MS;
    this.shutdownTimeoutMs = options.shutdownTimeoutMs ?? SHUTDOWN_TIMEOUT_MS;
    this.clockOffsetMs = options.clockOffsetMs ?? (() => 0);
    this.thereTimer = this.goOnSayingThere(options.sayThereEveryMs ?? SAY_THERE_EVERY_MS);
  }

  onStart(span: Span, parentContext: Context): void {
    const parent = trace.getSpan(parentContext);
    if (parent && 'attributes' in parent) {
      const { attributes } = parent as Span;
      this.parents.set(span, { attributes });
      for (const name of INHERITED) {
        const inherited = attributes[name];
        if (inherited !== undefined && span.attributes[name] === undefined)
          span.setAttribute(name, inherited);
      }
    }
    this.offsetsMs.set(span, this.clockOffsetMs());
    this.open.add(span);
    if (this.open.size > MAX_OPEN_SPANS) this.forgetOldestOpen();
    this.arm();
  }

  onEnd(span: ReadableSpan): void {
    this.open.delete(span as Span);
    if (this.keep(span)) this.arm();
  }

  /** Resolves when all earlier spans are written or the database is unreachable. */
  async forceFlush(): Promise<void> {
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
    clearInterval(this.thereTimer);
    if (outcome === 'late')
      this.logger.warn({ message: 'The last spans may be lost: they could not be written in time' });
    if (this.buffer.size > 0) this.countDropped(this.buffer.size, 'the database was unreachable at shutdown');
  }

  private async writeWhatIsLeft(): Promise<void> {
    await this.flush();
    while (this.buffer.size > 0 && !this.stopped) {
      await delay(this.flushEveryMs);
      await this.flush();
    }
  }

  /** Adds a row of the span to the buffer. @returns whether the span belongs to an org. */
  private keep(span: ReadableSpan): boolean {
    // The parent may have got its org after this span started, as a request does when its key is verified.
    const orgId = orgOf(span.attributes) ?? orgOf(this.parents.get(span)?.attributes ?? {});
    if (orgId === undefined) return false;
    const overflowed = this.buffer.add(toSpanRow(span, orgId, this.offsetsMs.get(span) ?? 0));
    if (overflowed > 0) this.countDropped(overflowed, 'the buffer was full');
    return true;
  }

  private arm(): void {
    if (this.timer || this.stopped) return;
    const pauseMs = Math.min(this.flushEveryMs * 2 ** this.failures, MAX_PAUSE_MS);
    // Use the root context: the timer must not keep a turn's context alive or log with its ids.
    this.timer = context.with(ROOT_CONTEXT, () => setTimeout(() => void this.flush(), pauseMs));
    this.timer.unref();
  }

  /** Sends heartbeats even without spans: the heartbeats of this process show that silent processes are gone. */
  private goOnSayingThere(everyMs: number): NodeJS.Timeout {
    return context.with(ROOT_CONTEXT, () => setInterval(() => void this.sayThere(), everyMs).unref());
  }

  /** One flush at a time; otherwise a hanging database would occupy every connection of the pool. */
  private async sayThere(): Promise<void> {
    if (this.saysThere) return;
    this.saysThere = true;
    // The flush logs an unreachable database if spans wait; the next heartbeat retries.
    await this.sink.sayThere().catch(() => undefined);
    this.saysThere = false;
  }

  private flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flushing = this.flushing.then(() => this.writeAll());
    return this.flushing;
  }

  private async writeAll(): Promise<void> {
    for (const span of this.open) {
      if (this.keep(span)) this.open.delete(span);
    }
    if (this.buffer.size > 0) this.take(await this.writer.drain());
    if (this.buffer.size > 0 || this.open.size > 0) this.arm();
  }

  private take(report: SpanWriterReport): void {
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
