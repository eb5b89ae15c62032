import { setTimeout as delay } from 'node:timers/promises';
import { ToolError } from '#pack-kit';
import { expectationOf, type ToolResult } from '#contracts';
import { checkYear, type Backend } from './backend.ts';
import type { ServedTool } from './answers.ts';

const CALL_TIMEOUT_MS = 20_000;
const MAX_RUNNING = 8;
const MAX_PROBLEMS = 8;

/** Something that nobody foresaw; it is for operators, not for a model. */
export type ReportDefect = (tool: string, error: unknown) => void;

/** Runs calls, at most eight at once; each ends after 20 s. A failure is a result too. */
export class CallAnswers {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly tools: ReadonlyMap<string, ServedTool>,
    private readonly backend: Backend,
    private readonly report: ReportDefect,
  ) {}

  async answer(name: string, args: unknown, signal: AbortSignal): Promise<ToolResult> {
    const served = this.tools.get(name);
    if (!served) return failed(new ToolError('NOT_FOUND', `There is no tool named ${name}.`));
    await this.enter();
    try {
      return { success: true, data: await inTime(signal, (own) => this.run(served, args, own)) };
    } catch (error) {
      if (error instanceof ToolError) return failed(error);
      this.report(name, error);
      return failed(new ToolError('INTERNAL', `${name} failed because of a defect on our side.`));
    } finally {
      this.leave();
    }
  }

  private async run({ tool, answer }: ServedTool, args: unknown, signal: AbortSignal): Promise<object> {
    const parsed = tool.input.safeParse(args);
    if (parsed.success) return answer(parsed.data, this.backend, signal);
    const fields = parsed.error.issues.slice(0, MAX_PROBLEMS).map((issue) => ({
      name: issue.path.join('.'),
      problem: issue.message,
      expects: expectationOf(issue),
    }));
    // What cannot be read as a year is told the same as a year that there is not.
    const { year } = (args ?? {}) as { year?: unknown };
    if (year !== undefined && fields.every(({ name }) => name === 'year'))
      checkYear(this.backend.settings, year);
    const words = fields.map(({ name, problem }) => `${name}: ${problem}`).join('; ');
    throw new ToolError('VALIDATION_FAILED', `The arguments of ${tool.name} do not fit: ${words}`, {
      fields,
    });
  }

  private async enter(): Promise<void> {
    if (this.running >= MAX_RUNNING) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
  }

  /** Whoever waits takes the place over. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}

function failed(error: ToolError): ToolResult {
  return {
    success: false,
    error: error.message,
    errorClass: error.errorClass,
    ...(error.help && { data: error.help }),
  };
}

async function inTime<Result>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const own = AbortSignal.any([signal, over.signal]);
  const stop = new AbortController();
  const timeout = delay(CALL_TIMEOUT_MS, undefined, { signal: stop.signal }).then(() => {
    const error = new ToolError('TIMEOUT', `The call took longer than ${CALL_TIMEOUT_MS / 1_000} s.`);
    over.abort(error);
    throw error;
  });
  // Once the work is done nobody waits for it.
  timeout.catch(() => undefined);
  try {
    return await Promise.race([work(own), timeout]);
  } finally {
    stop.abort();
  }
}
