import { answerJson } from '../answer-json.ts';
import { CALLS_IN_FLIGHT, effectiveLimits, type ProgramLimits } from '../limits.ts';
import { parseGuestJson } from '../guest-json.ts';
import {
  throttledNotice,
  UnresponsiveError,
  ProgramError,
  replayDivergedError,
  toolNotAllowedError,
  unreadableError,
  wallTimeError,
} from '../program.errors.ts';
import type { Program, ProgramCall, ProgramOutcome, RecordedAnswer, ToolAnswer } from '../program.ts';
import { ProgramWaitsError } from '../sandbox.errors.ts';
import type { CallMade, RunEnded, RunProgress, ToThread } from './messages.ts';
import type { PacedSteps } from './paced-steps.ts';

/** Grace after the wall-clock limit. The thread stops the program itself unless another program keeps it busy. */
const LATE_MS = 100;
/** Time in which the thread has to report the program's log and usage after that. */
const REPORT_MS = 50;
/** Timers of the runtime count whole milliseconds and may fire this much early. */
const TIMER_EARLY_MS = 1;
/**
 * Timers count from the start of the event loop iteration, so one set late in a long iteration fires early. A call whose
 * timeout was the program's remaining time, and which timed out within this margin, ended the program by wall-clock time.
 */
const TIMEOUT_EARLY_MS = 150;

interface KnownCall {
  tool: string;
  input: string;
}

interface RunInThread {
  post(message: ToThread): void;
  run: number;
  made: Set<number>;
  /** Number of answers delivered, and how often the program became idle since its start. */
  delivered: number;
  idleCount: number;
  isOver: boolean;
}

/** A program on the host side, which makes its calls. It outlives the thread in which the program runs. */
export class LiveProgram {
  readonly limits: ProgramLimits;
  readonly outcome: Promise<ProgramOutcome>;
  /** Number of lost threads while this program was executing (culprit) and while another one was (neighbour). */
  readonly lost = { asCulprit: 0, asNeighbour: 0 };
  private settleOutcome!: { resolve(outcome: ProgramOutcome): void; reject(error: unknown): void };
  private readonly startedAt: number;
  private readonly ending = new AbortController();
  private timer: NodeJS.Timeout;
  /** All calls made, in any run. */
  private readonly known = new Map<number, KnownCall>();
  private readonly answers: RecordedAnswer[];
  private readonly clockStartMs: number;
  private readonly calls: ProgramCall[] = [];
  private readonly queued: (() => void)[] = [];
  private inFlight = 0;
  /** Number of calls without an answer in this run. */
  private unanswered = 0;
  private recording: Promise<void> = Promise.resolve();
  private isOver = false;
  /** Reason for stopping the program, while its thread has yet to report the log and usage. */
  private stopping: ProgramError | undefined;
  private current: RunInThread = {
    post: () => undefined,
    run: 0,
    made: new Set(),
    delivered: 0,
    idleCount: 0,
    isOver: false,
  };

  /** @param granted `spentMs`: wall-clock time used before the start. `cpuMs`: CPU limit, which throttling may have lowered. */
  constructor(
    readonly program: Program,
    { spentMs, cpuMs }: { spentMs: number; cpuMs: number },
    private readonly onEnd: (wasStoppedForCpu: boolean) => void,
    /** Paces the parsing and serializing of large values. Shared by all programs of this process. */
    private readonly steps: PacedSteps,
  ) {
    this.startedAt = performance.now() - spentMs;
    this.limits = { ...effectiveLimits(program.limits), cpuMs };
    this.answers = [...(program.recorded ?? [])];
    this.clockStartMs = this.answers.at(-1)?.atMs ?? 0;
    for (const { sequence, tool, input } of this.answers) this.known.set(sequence, { tool, input });
    this.outcome = new Promise((resolve, reject) => {
      this.settleOutcome = { resolve, reject };
    });
    this.timer = setTimeout(
      () => this.stop(wallTimeError(this.limits.wallMs)),
      Math.max(0, this.limits.wallMs - spentMs) + LATE_MS,
    );
    program.signal?.addEventListener('abort', this.onAbort);
  }

  /** Starts the program in a thread, or starts it again after the loss of its thread. */
  startIn(run: number, post: (message: ToThread) => void): void {
    this.current = { post, run, made: new Set(), delivered: 0, idleCount: 0, isOver: false };
    const { code, tools, otherTools = [], seed, startedAt } = this.program;
    post({
      type: 'run',
      run,
      code,
      tools,
      otherTools,
      seed,
      startedAtMs: startedAt.getTime(),
      ...this.limits,
      remainingMs: this.remainingMs(),
    });
  }

  get run(): number {
    return this.current.run;
  }

  onProgress({ calls, idleCount }: RunProgress): void {
    for (const call of calls) this.onCall(call);
    this.current.idleCount = idleCount;
    this.deliver();
    this.endIfItOnlyWaits();
  }

  private onCall({ sequence, tool, input, isSleep }: CallMade): void {
    if (this.isOver || this.stopping) return;
    if (!isSleep && !this.program.tools.includes(tool)) return this.fail(toolNotAllowedError(tool));
    const known = this.known.get(sequence);
    if (known && (known.tool !== tool || known.input !== input))
      return this.fail(replayDivergedError(sequence));
    this.current.made.add(sequence);
    if (known) return;
    this.known.set(sequence, { tool, input });
    if (isSleep) this.sleep(sequence, Number(input));
    else this.enqueue(() => this.call(sequence, tool, input));
  }

  onRunEnd({ end, logs, cpuMs, memoryBytes }: RunEnded): void {
    this.current.isOver = true;
    const use = { logs, cpuMs, memoryBytes };
    const undelivered = this.answers[this.current.delivered];
    if (this.stopping) this.fail(this.stopping, use);
    else if (!end.ok && end.code === 'WALL_TIME' && undelivered)
      this.fail(replayDivergedError(undelivered.sequence), use);
    else if (end.ok) this.succeed(end.json, use);
    else this.fail(new ProgramError(end.code, end.message), use);
  }

  /** Asks the thread to stop the program and to report log and usage. Ends the program without them after a timeout. */
  private stop(error: ProgramError): void {
    if (this.isOver || this.stopping) return;
    this.stopping = error;
    this.current.post({ type: 'stop', run: this.current.run });
    clearTimeout(this.timer);
    const lateMs = this.limits.wallMs + LATE_MS - (performance.now() - this.startedAt);
    this.timer = setTimeout(() => this.fail(error), Math.max(0, lateMs) + REPORT_MS);
  }

  fail(error: ProgramError, use = { logs: [] as string[], cpuMs: 0, memoryBytes: 0 }): void {
    // The loss of the thread has already been counted for the org's throttle.
    if (!this.close(error.code === 'CPU_TIME' && !(error instanceof UnresponsiveError))) return;
    const { cpuMs } = effectiveLimits(this.program.limits);
    const isThrottled = error.code === 'CPU_TIME' && this.limits.cpuMs < cpuMs;
    this.settleOutcome.resolve({
      ok: false,
      errorCode: error.code,
      error: isThrottled ? `${error.message} ${throttledNotice(cpuMs)}` : error.message,
      ...this.use(use),
    });
  }

  private succeed(json: string, use: { logs: string[]; cpuMs: number; memoryBytes: number }): void {
    if (!this.close(false)) return;
    const valueBytes = Buffer.byteLength(json);
    const used = this.use(use);
    this.steps.run(() => {
      const { value, error } = readGuestJson(json);
      this.settleOutcome.resolve(
        error
          ? { ok: false, errorCode: error.code, error: error.message, ...used }
          : { ok: true, value, valueBytes, ...used },
      );
    });
  }

  private readonly onAbort = () => this.abandon(this.program.signal?.reason);

  /** Ends the program without an outcome: `outcome` rejects with `error`. */
  abandon(error: unknown): void {
    if (this.close(false)) this.settleOutcome.reject(error);
  }

  private close(wasStoppedForCpu: boolean): boolean {
    if (this.isOver) return false;
    this.isOver = true;
    clearTimeout(this.timer);
    this.program.signal?.removeEventListener('abort', this.onAbort);
    if (!this.current.isOver) this.current.post({ type: 'cancel', run: this.current.run });
    this.ending.abort(new Error('The program has ended.'));
    this.onEnd(wasStoppedForCpu);
    return true;
  }

  private use(use: { logs: string[]; cpuMs: number; memoryBytes: number }) {
    const wallMs = performance.now() - this.startedAt;
    return { ...use, toolCalls: this.calls.toSorted((a, b) => a.sequence - b.sequence), wallMs };
  }

  private remainingMs(): number {
    return Math.max(1, this.startedAt + this.limits.wallMs - performance.now());
  }

  /** Starts a call, or queues it if {@link CALLS_IN_FLIGHT} are in progress. Calls that wait for a paced step count. */
  private enqueue(start: () => void): void {
    this.queued.push(start);
    this.startQueued();
  }

  private startQueued(): void {
    while (this.inFlight < CALLS_IN_FLIGHT && this.queued.length > 0) {
      this.inFlight += 1;
      this.steps.run(this.queued.shift() as () => void);
    }
  }

  private call(sequence: number, tool: string, input: string): void {
    if (this.isOver || this.stopping) return;
    const { value, error } = readGuestJson(input);
    if (error) return this.fail(error);
    const calledAt = performance.now();
    const request = {
      sequence,
      tool,
      input: value,
      json: input,
      signal: this.ending.signal,
      remainingMs: this.remainingMs(),
    };
    // A synchronous throw and a value that is not JSON must end the program, not the process.
    Promise.resolve()
      .then(() => this.program.call(request))
      .then((answer) => {
        const durationMs = performance.now() - calledAt;
        this.steps.run(() => {
          try {
            this.takeAnswer({ sequence, tool, input, durationMs }, answer);
          } catch (error) {
            this.abandon(error);
          }
        });
      })
      .catch((error: unknown) => this.abandon(error));
  }

  private takeAnswer(
    call: Pick<ProgramCall, 'sequence' | 'tool' | 'input' | 'durationMs'>,
    answer: ToolAnswer | 'waits',
  ): void {
    if (this.isOver) return;
    this.inFlight -= 1;
    this.startQueued();
    if (answer === 'waits') {
      this.unanswered += 1;
      return this.endIfItOnlyWaits();
    }
    const { sequence, tool, input } = call;
    const { ok, json } = answerJson(tool, answer);
    this.calls.push({ ...call, ok, answerBytes: Buffer.byteLength(json) });
    // The wall-clock limit ended the program, even if the program would report a failed call.
    const timedOut = !answer.ok && answer.errorClass === 'TIMEOUT';
    if (this.remainingMs() <= (timedOut ? TIMEOUT_EARLY_MS : TIMER_EARLY_MS))
      this.stop(wallTimeError(this.limits.wallMs));
    else this.record({ sequence, tool, input, ok, answer: json });
  }

  /** Ends the run if the program is idle and none of its pending calls will be answered in this run. */
  private endIfItOnlyWaits(): void {
    if (this.stopping) return;
    const { idleCount, delivered } = this.current;
    const isAtRest = idleCount > delivered && delivered === this.answers.length;
    const underWay = this.known.size - this.answers.length - this.unanswered;
    if (this.unanswered > 0 && underWay === 0 && isAtRest) this.abandon(new ProgramWaitsError());
  }

  private sleep(sequence: number, milliseconds: number): void {
    const timer = setTimeout(
      () => this.record({ sequence, tool: 'sleep', input: String(milliseconds), ok: true, answer: 'null' }),
      Math.min(milliseconds, this.limits.wallMs + LATE_MS + REPORT_MS),
    );
    this.ending.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  /** Records answers one after another, so that they are delivered in their recorded order. */
  private record(answer: Omit<RecordedAnswer, 'atMs'>): void {
    this.recording = this.recording.then(async () => {
      if (this.isOver) return;
      const atMs = this.clockStartMs + Math.round(performance.now() - this.startedAt);
      const recorded = { ...answer, atMs };
      try {
        await this.program.onAnswer?.(recorded);
      } catch (error) {
        return this.abandon(error);
      }
      this.answers.push(recorded);
      this.deliver();
    });
  }

  /** Delivers the answers in their recorded order, each after the program has made its call. */
  private deliver(): void {
    const { current } = this;
    if (this.stopping) return;
    for (let next; !this.isOver && (next = this.answers[current.delivered]);) {
      const { sequence, ok, answer, atMs } = next;
      if (!current.made.has(sequence)) {
        // The program has processed all earlier answers and has not made this call.
        if (current.idleCount > current.delivered) this.fail(replayDivergedError(sequence));
        return;
      }
      current.delivered += 1;
      current.post({ type: 'settle', run: current.run, sequence, ok, answer, atMs });
    }
  }
}

function readGuestJson(json: string): { value?: unknown; error?: ProgramError } {
  try {
    return { value: parseGuestJson(json) };
  } catch {
    return { error: unreadableError() };
  }
}
