import { StripperThread, type Stripped, type StripperLimits } from './stripper-thread.ts';

const LIMITS: StripperLimits = { timeMs: 1_000, heapMb: 128 };
/** The thread is replaced after this number of programs, because the parser does not release its memory. */
const PROGRAMS_PER_THREAD = 500;

interface WaitingCode {
  code: string;
  signal: AbortSignal;
  resolve: (stripped: Stripped) => void;
  reject: (error: unknown) => void;
}

/**
 * Strips the types of TypeScript programs and keeps their lines. One thread, started with the first program, processes
 * one program at a time. Orgs take turns, so that a program waits for at most one program of each other org.
 */
export class TypeStripper {
  private thread: StripperThread | undefined;
  private isStopped = false;
  /** Queued programs by org, in round-robin order of the orgs. */
  private readonly waiting = new Map<string, WaitingCode[]>();
  private reading: Promise<void> | undefined;

  /** @param onThreadLost called with the org whose program exceeded the limits of the thread or crashed it. */
  constructor(
    private readonly onThreadLost: (orgId: string) => void,
    private readonly limits: StripperLimits = LIMITS,
  ) {}

  /**
   * @param signal ends the wait for earlier programs and for this one; the result is then empty.
   */
  async strip(code: string, orgId: string, signal: AbortSignal): Promise<Stripped> {
    if (this.isStopped || signal.aborted) return {};
    return new Promise<Stripped>((resolve, reject) => {
      const own = this.waiting.get(orgId) ?? [];
      own.push({ code, signal, resolve, reject });
      this.waiting.set(orgId, own);
      signal.addEventListener('abort', () => resolve({}), { once: true });
      this.reading ??= this.readAll();
    });
  }

  /** Stops the thread. The pending and all later programs get an empty result. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.endThread();
    await this.reading;
  }

  private async readAll(): Promise<void> {
    for (let turn; (turn = this.waiting.entries().next().value);) {
      const [orgId, own] = turn;
      const next = own.shift();
      if (next && !next.signal.aborted) await this.read(next.code, orgId).then(next.resolve, next.reject);
      // The org moves to the end of the queue, behind orgs that arrived meanwhile.
      this.waiting.delete(orgId);
      if (own.length > 0) this.waiting.set(orgId, own);
    }
    this.reading = undefined;
  }

  private async endThread(): Promise<void> {
    const { thread } = this;
    this.thread = undefined;
    await thread?.end();
  }

  private async read(code: string, orgId: string): Promise<Stripped> {
    // A thread that ended while idle is not counted against an org.
    if (this.thread && (this.thread.isGone || this.thread.programs >= PROGRAMS_PER_THREAD))
      await this.endThread();
    if (this.isStopped) return {};
    const thread = (this.thread ??= new StripperThread(this.limits));
    const stripped = await thread.read(code);
    if (!thread.isGone || this.isStopped) return stripped;
    if (thread.programs > 0) this.onThreadLost(orgId);
    await this.endThread();
    return stripped;
  }
}
