import { StripperThread, type Stripped, type StripperLimits } from './stripper-thread.ts';

const LIMITS: StripperLimits = { timeMs: 1_000, heapMb: 128 };
/** What the parser has taken of memory it does not give back: after so many programs there is a new one. */
const PROGRAMS_PER_THREAD = 500;

interface WaitingCode {
  code: string;
  signal: AbortSignal;
  resolve: (stripped: Stripped) => void;
  reject: (error: unknown) => void;
}

/**
 * Leaves the types out of programs in TypeScript, on the same lines: in one thread, which starts with the first of them, one
 * program after the other. Orgs take turns, so that a program waits for at most one of each other org.
 */
export class TypeStripper {
  private thread: StripperThread | undefined;
  private isStopped = false;
  /** By org, in the order of their turns. */
  private readonly waiting = new Map<string, WaitingCode[]>();
  private reading: Promise<void> | undefined;

  /** @param onThreadLost is told whose program the thread could not read within its limits, or died of. */
  constructor(
    private readonly onThreadLost: (orgId: string) => void,
    private readonly limits: StripperLimits = LIMITS,
  ) {}

  /**
   * @param signal ends the wait, for the programs before it and for its own reading.
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

  /** What is read then is no TypeScript any more. */
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
      // Behind the others, also those that came while its program was read.
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
    // One that ended while nobody used it is no program's fault.
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
