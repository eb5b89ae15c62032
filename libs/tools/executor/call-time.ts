import { channelProfile } from '../channel-profile.ts';
import { type ToolContext, type Tool, ToolError } from '#pack-kit';
import { raceWithAbort } from './race-with-abort.ts';

/** The time limit of a call in milliseconds: that of the caller's channel, or the tool's own if it is lower. */
export function timeLimitMs(
  tool: Tool,
  { channel, settings }: Pick<ToolContext, 'channel' | 'settings'>,
): number {
  const limitMs = channelProfile(channel, settings).toolTimeoutMs;
  return Math.min(tool.timeoutMs ?? limitMs, limitMs);
}

/** The time limit of one call. The creator must call `end` to free the timer. */
export class CallTime {
  /** Aborts at the limit, or when the turn's signal aborts. */
  readonly signal: AbortSignal;
  private startedAt = performance.now();
  // Not AbortSignal.timeout(), which would retain the call's memory until the time limit.
  private readonly limit = new AbortController();
  private timer: NodeJS.Timeout;

  /**
   * @param turn aborts when nobody needs the result: the turn was cancelled, or the worker shuts down.
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
   * Waits for `work` without counting the time against the limit.
   *
   * @param mostMs maximum time to wait, in milliseconds. Then the method returns, whether or not `work` has ended.
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
