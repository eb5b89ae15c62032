import { channelProfile } from '../channel-profile.ts';
import { type ToolContext, type Tool, ToolError } from '#pack-kit';
import { raceWithAbort } from './race-with-abort.ts';

/** What the caller's channel gives, or the tool's own limit where that is lower. Milliseconds. */
export function timeLimitMs(
  tool: Tool,
  { channel, settings }: Pick<ToolContext, 'channel' | 'settings'>,
): number {
  const limitMs = channelProfile(channel, settings).toolTimeoutMs;
  return Math.min(tool.timeoutMs ?? limitMs, limitMs);
}

/** The time that one call has. Whoever makes it ends it, which frees its timer. */
export class CallTime {
  /** Aborts at the limit, and when the turn does. */
  readonly signal: AbortSignal;
  private startedAt = performance.now();
  // A timer of our own, because AbortSignal.timeout() would keep the call's memory until its time is over.
  private readonly limit = new AbortController();
  private timer: NodeJS.Timeout;

  /**
   * @param turn aborts when nobody is left to tell a result: cancelled, or the worker goes down.
   */
  constructor(
    private readonly tool: string,
    private readonly limitMs: number,
    readonly turn: AbortSignal,
  ) {
    this.timer = this.limitAfter(limitMs);
    this.signal = AbortSignal.any([turn, this.limit.signal]);
  }

  get isOver(): boolean {
    return this.limit.signal.aborted;
  }

  get leftMs(): number {
    return this.limitMs - (performance.now() - this.startedAt);
  }

  error(): ToolError {
    return new ToolError('TIMEOUT', `${this.tool} did not answer within ${this.limitMs / 1_000} s.`);
  }

  /**
   * Waits for what the limit does not count, while the turn goes on.
   *
   * @param mostMs after which it is waited for no longer.
   * @throws the reason of the turn's signal.
   */
  async uncounted(work: Promise<void>, mostMs: number): Promise<void> {
    const { leftMs } = this;
    clearTimeout(this.timer);
    const from = performance.now();
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, mostMs);
    try {
      await raceWithAbort(Promise.race([work, patience.promise]), this.turn);
    } finally {
      clearTimeout(timer);
      this.startedAt += performance.now() - from;
      this.timer = this.limitAfter(leftMs);
    }
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private limitAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.limit.abort(this.error()), ms);
  }
}
