import { channelProfile } from '../channel-profile.ts';
import type { ToolContext } from '../tool-context.ts';
import type { Tool } from '../tool.ts';
import { ToolError } from '../tool.errors.ts';

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
  private readonly startedAt = performance.now();
  // A timer of our own, because AbortSignal.timeout() would keep the call's memory until its time is over.
  private readonly limit = new AbortController();
  private readonly timer: NodeJS.Timeout;

  /**
   * @param turn aborts when nobody is left to tell a result: cancelled, or the worker goes down.
   */
  constructor(
    private readonly tool: string,
    private readonly limitMs: number,
    readonly turn: AbortSignal,
  ) {
    this.timer = setTimeout(() => this.limit.abort(this.error()), limitMs);
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

  end(): void {
    clearTimeout(this.timer);
  }
}
