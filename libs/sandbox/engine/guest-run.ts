import {
  ARGUMENT_LIMIT_BYTES,
  LOG_LIMIT_BYTES,
  NESTING_LIMIT,
  RESULT_LIMIT_BYTES,
  SLEEPS_LIMIT,
  WALL_PER_CPU,
} from '../limits.ts';
import { isNestedOver } from '../json-depth.ts';
import type { CallMade, StartRun } from '../pool/messages.ts';
import {
  cpuTimeError,
  keptWaitingError,
  memoryError,
  neverSettlesError,
  ProgramError,
  resultNotJsonError,
  resultSizeError,
  sleepsError,
  stackError,
  toolCallsError,
  toolNotAllowedError,
  wallTimeError,
} from '../program.errors.ts';
import type { Guest } from './guest.ts';
import type { GuestImage } from './guest-image.ts';
import { formatDate, formatNumber, compareTexts } from './helpers.ts';
import type { GuestWorld } from './quickjs-abi.ts';
import { errorOfReport } from './thrown.ts';

/** Pending jobs that are run between two checks of the limits. */
const JOBS_AT_ONCE = 64;
const TOOL_BYTES = 200;
/** Calls are sent early if the program keeps computing for this long; otherwise they are sent when it waits. */
const EARLY_MS = 2;

export interface RunReports {
  /** The engine has reached a check for interruption. */
  heartbeat(): void;
  /** Calls are pending while the program keeps computing. */
  callsPending(): void;
}

/** Host calls without a limit on their number, each of which the engine counts as one operation. */
const HOST_WORK: ReadonlySet<string | undefined> = new Set(['tick', 'number', 'date', 'compare', 'log']);

/** Host calls that a stopped program may make before the engine's next check for interruption. */
const MAX_CALLS_AFTER_STOP = 10;

/** Unwinds the engine after the program has been stopped. */
class StoppedError extends Error {}

/** One program in one guest, from its start to its end. */
export class GuestRun implements GuestWorld {
  readonly logs: string[] = [];
  /** Result of the run. Set once. */
  end: { json: string } | { error: ProgramError } | undefined;
  /** True if the engine trapped. The guest must not be used again. */
  isBroken = false;
  cpuMs = 0;
  /** How often the program became idle, that is, had nothing to do until a call is answered. */
  idleCount = 0;
  private calls: CallMade[] = [];
  private readonly start: StartRun;
  private readonly tools: Record<string, true>;
  private readonly reports: RunReports;
  private readonly deadline: number;
  private readonly guest: Guest;
  private readonly image: GuestImage;
  private atMs = 0;
  private logRoom = LOG_LIMIT_BYTES;
  private toolCalls = 0;
  private sleeps = 0;
  private callsAfterStop = 0;
  private sequence = 0;
  private open = 0;
  private entered: { at: number; cpuMs: number } | undefined;
  private insideMs = 0;

  constructor(start: StartRun, guest: Guest, image: GuestImage, reports: RunReports) {
    this.start = start;
    this.guest = guest;
    this.image = image;
    this.reports = reports;
    this.deadline = performance.now() + start.remainingMs;
    this.tools = Object.fromEntries(start.tools.map((tool) => [tool, true]));
  }

  begin(): void {
    const settings = JSON.stringify({
      tools: Object.keys(this.tools),
      seed: this.start.seed,
      argumentBytes: ARGUMENT_LIMIT_BYTES,
      resultBytes: RESULT_LIMIT_BYTES,
      logBytes: LOG_LIMIT_BYTES,
      nesting: NESTING_LIMIT,
    });
    this.enter(this.image.begin, settings, this.start.code);
  }

  settle(sequence: number, ok: boolean, answer: string, atMs: number): void {
    this.open -= 1;
    this.atMs = Math.max(this.atMs, atMs);
    this.enter(this.image.settle, String(sequence), ok ? 'ok' : 'error', answer);
  }

  get hasCalls(): boolean {
    return this.calls.length > 0;
  }

  /** Returns the calls made since the last time. */
  takeCalls(): CallMade[] {
    const taken = this.calls;
    this.calls = [];
    return taken;
  }

  stop(error: ProgramError): void {
    this.end ??= { error };
  }

  overTime(): void {
    this.stop(wallTimeError(this.start.wallMs));
  }

  nowMs(): number {
    return this.start.startedAtMs + this.atMs;
  }

  interrupted(): boolean {
    this.reports.heartbeat();
    if (this.end || !this.entered) return this.end !== undefined;
    const now = performance.now();
    const { cpuMs: budget, wallMs } = this.start;
    const insideMs = this.insideMs + now - this.entered.at;
    if (this.hasCalls && now - this.entered.at > EARLY_MS) this.reports.callsPending();
    if (now >= this.deadline) this.stop(wallTimeError(wallMs));
    else if (insideMs > budget && this.usedCpuMs() > budget) this.stop(cpuTimeError(budget));
    else if (insideMs > budget * WALL_PER_CPU) this.stop(keptWaitingError(budget, budget * WALL_PER_CPU));
    return this.end !== undefined;
  }

  hostCall(count: number, args: number): number {
    const kind = count > 0 ? this.text(args, 0, TOOL_BYTES) : undefined;
    if (HOST_WORK.has(kind) && this.interrupted()) throw new StoppedError();
    if (this.end) {
      this.callsAfterStop += 1;
      // The engine checks for interruption once in ten thousand operations, each of which may be a large call.
      if (this.callsAfterStop > MAX_CALLS_AFTER_STOP) throw new StoppedError();
      return this.guest.undefinedValue();
    }
    switch (kind) {
      case 'call':
        return this.callTool(this.text(args, 2, TOOL_BYTES), args);
      case 'sleep':
        this.sleep(this.text(args, 2, TOOL_BYTES));
        break;
      case 'log':
        this.log(this.text(args, 1, LOG_LIMIT_BYTES * 4));
        break;
      case 'done':
        this.done(args);
        break;
      case 'large':
        this.stop(resultSizeError(Number(this.text(args, 1, TOOL_BYTES))));
        break;
      case 'fail':
        this.stop(errorOfReport(this.text(args, 1, RESULT_LIMIT_BYTES), this.start, this.guest.isFull()));
        break;
      case 'number':
        return this.answer(formatNumber, args);
      case 'date':
        return this.answer((json) => formatDate(json, this.nowMs()), args);
      case 'compare':
        return this.answer(compareTexts, args);
      default:
    }
    return this.guest.undefinedValue();
  }

  private text(args: number, at: number, maxBytes: number): string | undefined {
    const text = this.guest.textArgument(args, at, maxBytes);
    return typeof text === 'string' ? text : undefined;
  }

  private callTool(tool: string | undefined, args: number): number {
    const input = this.guest.textArgument(args, 3, ARGUMENT_LIMIT_BYTES);
    if (tool === undefined || input === undefined) this.stop(memoryError());
    else if (!Object.hasOwn(this.tools, tool)) this.stop(toolNotAllowedError(tool));
    else if (typeof input !== 'string') return this.guest.newText('long');
    else if (isNestedOver(input, NESTING_LIMIT)) return this.guest.newText('deep');
    else if (this.toolCalls >= this.start.toolCalls) this.stop(toolCallsError(this.start.toolCalls));
    else {
      this.toolCalls += 1;
      this.request(tool, input, false);
    }
    return this.guest.undefinedValue();
  }

  private sleep(milliseconds: string | undefined): void {
    if (this.sleeps >= SLEEPS_LIMIT) return this.stop(sleepsError());
    this.sleeps += 1;
    this.request('sleep', String(Math.max(0, Math.trunc(Number(milliseconds)) || 0)), true);
  }

  private request(tool: string, input: string, isSleep: boolean): void {
    this.sequence += 1;
    this.open += 1;
    this.calls.push({ sequence: this.sequence, tool, input, isSleep });
  }

  private log(line: string | undefined): void {
    if (line === undefined || this.logRoom <= 0) return;
    const kept = Buffer.from(line).subarray(0, this.logRoom).toString();
    this.logRoom -= Buffer.byteLength(kept) + 1;
    this.logs.push(kept);
  }

  private done(args: number): void {
    const json = this.guest.textArgument(args, 1, RESULT_LIMIT_BYTES);
    if (json === undefined) this.stop(memoryError());
    else if (typeof json !== 'string') this.stop(resultSizeError(json.tooLongBytes));
    else if (isNestedOver(json, NESTING_LIMIT))
      this.stop(resultNotJsonError(`it is nested more than ${NESTING_LIMIT} deep.`));
    else this.end ??= { json };
  }

  private answer(help: (json: string) => string, args: number): number {
    const json = this.text(args, 1, ARGUMENT_LIMIT_BYTES);
    return json === undefined ? this.guest.undefinedValue() : this.guest.newText(help(json));
  }

  private enter(func: number, ...texts: string[]): void {
    if (this.end) return;
    this.entered = { at: performance.now(), cpuMs: threadCpuMs() };
    try {
      if (!this.guest.call(func, ...texts)) this.stop(memoryError());
      while (!this.interrupted() && this.guest.runJobs(JOBS_AT_ONCE));
    } catch (trap) {
      this.isBroken = true;
      this.stop(trapError(trap));
    } finally {
      this.cpuMs = this.usedCpuMs();
      this.insideMs += performance.now() - this.entered.at;
      this.entered = undefined;
      this.idleCount += 1;
    }
    if (!this.end && this.open === 0) this.stop(neverSettlesError(this.start.wallMs));
  }

  private usedCpuMs(): number {
    return this.entered ? this.cpuMs + threadCpuMs() - this.entered.cpuMs : this.cpuMs;
  }
}

/** CPU time of this thread if the runtime reports it (Node 24 does), else wall-clock time. */
function threadCpuMs(): number {
  if (typeof process.threadCpuUsage !== 'function') return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Maps an exception out of the engine to an error. The engine's state is lost, so the program ends. */
function trapError(trap: unknown): ProgramError {
  // The thread's stack overflowed before the engine's limit: the parser uses more stack than the engine counts.
  if (trap instanceof RangeError) return stackError();
  return new ProgramError('CRASHED', 'The program crashed its engine and was ended.');
}
