import { setTimeout as delay } from 'node:timers/promises';
import { expectationOf, ToolError, type ToolResult } from '#pack-kit';
import { checkYear } from '../../tools/answers.ts';
import type { GeoTool } from '../../tools/geo-tool.ts';
import type { Backend } from './backend.ts';

const CALL_TIMEOUT_MS = 20_000;
const MAX_RUNNING = 8;
const MAX_PROBLEMS = 8;

/** Reports an unexpected error to operators; a model does not see it. */
export type ReportDefect = (tool: string, error: unknown) => void;

/** Runs calls, at most eight at once, each at most 20 s. A failure becomes a result, too. */
export class CallAnswers {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly tools: readonly GeoTool[],
    private readonly backend: Backend,
    private readonly report: ReportDefect,
  ) {}

  async answer(name: string, args: unknown, signal: AbortSignal): Promise<ToolResult> {
    const tool = this.tools.find((one) => one.name === name);
    if (!tool) return failed(new ToolError('NOT_FOUND', `There is no tool named ${name}.`));
    await this.enter();
    try {
      return { success: true, data: await inTime(signal, (own) => this.run(tool, args, own)) };
    } catch (error) {
      if (error instanceof ToolError) return failed(error);
      this.report(name, error);
      return failed(new ToolError('INTERNAL', `${name} failed because of a defect on our side.`));
    } finally {
      this.leave();
    }
  }

  private async run(tool: GeoTool, args: unknown, signal: AbortSignal): Promise<object> {
    const parsed = tool.input.safeParse(args);
    if (parsed.success) return tool.execute(parsed.data, this.backend, signal);
    const fields = parsed.error.issues.slice(0, MAX_PROBLEMS).map((issue) => ({
      name: issue.path.join('.'),
      problem: issue.message,
      expects: expectationOf(issue),
    }));
    // A year that cannot be read is refused like a year without data.
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

  /** Passes the slot to the call that has waited longest. */
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
  // Without this, the aborted timer would be an unhandled rejection.
  timeout.catch(() => undefined);
  try {
    return await Promise.race([work(own), timeout]);
  } finally {
    stop.abort();
  }
}
