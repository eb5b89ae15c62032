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

/** A crash loses the spans of this time, as docs/traces-and-metrics.md promises. */
const FLUSH_EVERY_MS = 250;
/** While the database is away the pause doubles up to here. */
const MAX_PAUSE_MS = 5_000;
/** A process that has not said for a minute that it is there is taken for gone, with the spans that it has open. */
const SAY_THERE_EVERY_MS = 10_000;
/** Some seven seconds of full load; older spans go first when the database is away for longer. */
const MAX_BUFFERED_ROWS = 10_000;
const MAX_BUFFERED_BYTES = 64 * 1024 * 1024;
/** Open spans that no flush has written; more than this are spans that nobody ends. */
const MAX_OPEN_SPANS = 20_000;
/** What a shutdown waits for a database that is away, or takes the last spans and never answers. */
const SHUTDOWN_TIMEOUT_MS = 5_000;

/** What a child has of its parent where it says nothing else. */
const INHERITED = [
  ATTRIBUTES.orgId,
  ATTRIBUTES.conversationId,
  ATTRIBUTES.turnId,
  ATTRIBUTES.pack,
  ATTRIBUTES.agent,
] as const;

export interface SpanStoreOptions {
  sink: SpanSink;
  /** Asked per org and batch; texts are stored when absent. */
  textPolicyOf?: SpanTextPolicyLookup;
  /** What the platform's clock is ahead of the machine's, in milliseconds; asked for each span. */
  clockOffsetMs?: () => number;
  flushEveryMs?: number;
  sayThereEveryMs?: number;
  maxBufferedRows?: number;
  shutdownTimeoutMs?: number;
}

/**
 * Keeps spans in the span store: in batches, at most every 250 ms, off the path of the turn. A span that is still open
 * at a flush is written with status `running` and again when it ends; a short one is written once. Spans without an
 * org (health checks, requests of strangers) are not stored.
 */
export class SpanStoreProcessor implements SpanProcessor {
  private readonly logger = new Logger('SpanStore');
  private readonly buffer: SpanBuffer;
  private readonly sink: SpanSink;
  private readonly writer: SpanWriter;
  private readonly flushEveryMs: number;
  private readonly shutdownTimeoutMs: number;
  private readonly clockOffsetMs: () => number;
  /** Open spans that no row was made of yet, oldest first. */
  private readonly open = new Set<Span>();
  private readonly parents = new WeakMap<ReadableSpan, { attributes: Attributes }>();
  /** How far the platform clock was from the machine's when a span began: the row goes by that time. */
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

  /** Resolves when all that had happened before is written, or the database is found away. */
  async forceFlush(): Promise<void> {
    await this.flush();
  }

  async shutdown(): Promise<void> {
    if (this.stopped) return;
    const ended = new AbortController();
    const late = delay(this.shutdownTimeoutMs, 'late' as const, { signal: ended.signal });
    // Aborted when it is no longer waited for.
    late.catch(() => undefined);
    const outcome = await Promise.race([this.writeWhatIsLeft(), late]);
    ended.abort();
    this.stopped = true;
    clearTimeout(this.timer);
    clearInterval(this.thereTimer);
    if (outcome === 'late')
      this.logger.warn({ message: 'The last spans may be lost: they could not be written in time' });
    if (this.buffer.size > 0) this.countDropped(this.buffer.size, 'the database was away at shutdown');
  }

  private async writeWhatIsLeft(): Promise<void> {
    await this.flush();
    while (this.buffer.size > 0 && !this.stopped) {
      await delay(this.flushEveryMs);
      await this.flush();
    }
  }

  /** Makes a row of the span and says whether it is somebody's. */
  private keep(span: ReadableSpan): boolean {
    // A parent may have learned its org after this span was started, as a request does when its key is looked at.
    const orgId = orgOf(span.attributes) ?? orgOf(this.parents.get(span)?.attributes ?? {});
    if (orgId === undefined) return false;
    const overflowed = this.buffer.add(toSpanRow(span, orgId, this.offsetsMs.get(span) ?? 0));
    if (overflowed > 0) this.countDropped(overflowed, 'the buffer was full');
    return true;
  }

  private arm(): void {
    if (this.timer || this.stopped) return;
    const pauseMs = Math.min(this.flushEveryMs * 2 ** this.failures, MAX_PAUSE_MS);
    // In the root context: the timer must not keep a turn's context alive, nor log in its name.
    this.timer = context.with(ROOT_CONTEXT, () => setTimeout(() => void this.flush(), pauseMs));
    this.timer.unref();
  }

  /** Also without spans of its own: who is there for long is a witness that others, who do not say so, are gone. */
  private goOnSayingThere(everyMs: number): NodeJS.Timeout {
    return context.with(ROOT_CONTEXT, () => setInterval(() => void this.sayThere(), everyMs).unref());
  }

  /** One at a time: a database that does not answer would else be given every connection of the pool. */
  private async sayThere(): Promise<void> {
    if (this.saysThere) return;
    this.saysThere = true;
    // That the database is away is logged where spans wait for it; the next time says it.
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
        this.logger.warn({ message: 'Spans wait: the database is away', err: report.away });
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
