import { answerJson } from '../answer-json.ts';
import { CALLS_IN_FLIGHT, effectiveLimits, type ProgramLimits } from '../limits.ts';
import { parseGuestJson } from '../guest-json.ts';
import {
  brakedNotice,
  NoSignOfLifeError,
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

/** The thread ends its programs in time by itself, unless another one keeps it busy just then. */
const LATE_MS = 100;
/** After that, how long it has to tell of a program's log and its use. */
const TELL_MS = 50;
/** Timers of the runtime count whole milliseconds: they go off this much early. */
const TIMER_EARLY_MS = 1;
/**
 * And they count from when the turn of the event loop began: one that is set late in a long turn goes off as much earlier.
 * Of a call that says its time was over, which was what was left of the program's, that was it.
 */
const TIMEOUT_EARLY_MS = 150;

interface KnownCall {
  tool: string;
  input: string;
}

interface RunInThread {
  post(message: ToThread): void;
  run: number;
  /** Calls that the program has asked for. */
  made: Set<number>;
  /** How many answers it has been told, and how often it came to rest since its start. */
  told: number;
  rests: number;
  isOver: boolean;
}

/** A program on the side that makes its calls: it outlives the thread that the program runs in. */
export class LiveProgram {
  readonly limits: ProgramLimits;
  readonly outcome: Promise<ProgramOutcome>;
  /** How often its thread was ended while the program was inside the engine, and while another one was. */
  readonly lost = { asCulprit: 0, asNeighbour: 0 };
  private settleOutcome!: { resolve(outcome: ProgramOutcome): void; reject(error: unknown): void };
  private readonly startedAt: number;
  private readonly ending = new AbortController();
  private timer: NodeJS.Timeout;
  /** Every call that has been asked for, in whichever run. */
  private readonly known = new Map<number, KnownCall>();
  private readonly answers: RecordedAnswer[];
  private readonly clockStartMs: number;
  private readonly calls: ProgramCall[] = [];
  private readonly queued: (() => void)[] = [];
  private inFlight = 0;
  /** Calls that this run gets no answer to. */
  private unanswered = 0;
  private recording: Promise<void> = Promise.resolve();
  private isOver = false;
  /** Why it is being ended, while its thread has yet to tell of its log and its use. */
  private stopping: ProgramError | undefined;
  /** Of the run in the thread of the moment. */
  private current: RunInThread = {
    post: () => undefined,
    run: 0,
    made: new Set(),
    told: 0,
    rests: 0,
    isOver: false,
  };

  /** @param granted `spentMs` of its wall clock before it came here; `cpuMs` that it gets, which may be less than its limit. */
  constructor(
    readonly program: Program,
    { spentMs, cpuMs }: { spentMs: number; cpuMs: number },
    private readonly onEnd: (wasStoppedForCpu: boolean) => void,
    /** For what takes long to read and to write: shared by all programs of this process. */
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

  /** Starts the program in a thread; again where an earlier thread was lost. */
  startIn(run: number, post: (message: ToThread) => void): void {
    this.current = { post, run, made: new Set(), told: 0, rests: 0, isOver: false };
    const { code, tools, seed, startedAt } = this.program;
    post({
      type: 'run',
      run,
      code,
      tools,
      seed,
      startedAtMs: startedAt.getTime(),
      ...this.limits,
      leftMs: this.leftMs(),
    });
  }

  get run(): number {
    return this.current.run;
  }

  onProgress({ calls, rests }: RunProgress): void {
    for (const call of calls) this.onCall(call);
    this.current.rests = rests;
    this.tell();
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
    const untold = this.answers[this.current.told];
    if (this.stopping) this.fail(this.stopping, use);
    else if (!end.ok && end.code === 'WALL_TIME' && untold)
      this.fail(replayDivergedError(untold.sequence), use);
    else if (end.ok) this.succeed(end.json, use);
    else this.fail(new ProgramError(end.code, end.message), use);
  }

  /** Has the thread end the program, whose log and use it tells; ends it without them where it does not. */
  private stop(error: ProgramError): void {
    if (this.isOver || this.stopping) return;
    this.stopping = error;
    this.current.post({ type: 'stop', run: this.current.run });
    clearTimeout(this.timer);
    const lateMs = this.limits.wallMs + LATE_MS - (performance.now() - this.startedAt);
    this.timer = setTimeout(() => this.fail(error), Math.max(0, lateMs) + TELL_MS);
  }

  /** Ends the program from this side. */
  fail(error: ProgramError, use = { logs: [] as string[], cpuMs: 0, memoryBytes: 0 }): void {
    // That its thread was ended has been counted already.
    if (!this.close(error.code === 'CPU_TIME' && !(error instanceof NoSignOfLifeError))) return;
    const { cpuMs } = effectiveLimits(this.program.limits);
    const isBraked = error.code === 'CPU_TIME' && this.limits.cpuMs < cpuMs;
    this.settleOutcome.resolve({
      ok: false,
      errorCode: error.code,
      error: isBraked ? `${error.message} ${brakedNotice(cpuMs)}` : error.message,
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

  private leftMs(): number {
    return Math.max(1, this.startedAt + this.limits.wallMs - performance.now());
  }

  /** At most so many are under way from here on, also those that wait for their step. */
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
      remainingMs: this.leftMs(),
    };
    // Also what a call throws at once, and a value that is no JSON, ends the program and not the process.
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
    // What the program would make of a call that has used up its time is not what ended it.
    const timedOut = !answer.ok && answer.errorClass === 'TIMEOUT';
    if (this.leftMs() <= (timedOut ? TIMEOUT_EARLY_MS : TIMER_EARLY_MS))
      this.stop(wallTimeError(this.limits.wallMs));
    else this.record({ sequence, tool, input, ok, answer: json });
  }

  /** Once the program has come to rest and none of its calls will be answered in this run. */
  private endIfItOnlyWaits(): void {
    if (this.stopping) return;
    const { rests, told } = this.current;
    const isAtRest = rests > told && told === this.answers.length;
    const underWay = this.known.size - this.answers.length - this.unanswered;
    if (this.unanswered > 0 && underWay === 0 && isAtRest) this.abandon(new ProgramWaitsError());
  }

  private sleep(sequence: number, milliseconds: number): void {
    const timer = setTimeout(
      () => this.record({ sequence, tool: 'sleep', input: String(milliseconds), ok: true, answer: 'null' }),
      Math.min(milliseconds, this.limits.wallMs + LATE_MS + TELL_MS),
    );
    this.ending.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  /** One answer after the other, so that what is recorded first is told first. */
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
      this.tell();
    });
  }

  /** Tells the program the answers in their recorded order, each once it has asked. */
  private tell(): void {
    const { current } = this;
    if (this.stopping) return;
    for (let next; !this.isOver && (next = this.answers[current.told]);) {
      const { sequence, ok, answer, atMs } = next;
      if (!current.made.has(sequence)) {
        // It has taken in all that came before, and still does not ask.
        if (current.rests > current.told) this.fail(replayDivergedError(sequence));
        return;
      }
      current.told += 1;
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
