import { answerJson, type ToolAnswer, type ToolRequest } from '#sandbox';
import {
  ApprovalNeededError,
  programValue,
  TOOL_SEARCH,
  type ApprovalRequest,
  type RegisteredTool,
  type ToolOutcome,
} from '#tools';
import type { RoutedTurn, TurnPorts } from '../turn-context.ts';
import { placeInProgram } from '../tools/call-places.ts';
import { executeCall } from '../tools/call-tool.ts';
import { namesFound } from '../tools/offered-tools.ts';
import { restsOnSample } from '../policy/sample-label.ts';
import { answerOf, type ProgramJournal, type RecordedCall } from './program-journal.ts';

/** Makes the tool calls of one program. Each call happens once, even if the worker dies. */
export class ProgramCalls {
  /** Calls that people must approve before the program can continue. */
  readonly waiting: ApprovalRequest[] = [];
  private readonly made = new Map<number, RecordedCall>();
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(
    private readonly ports: TurnPorts,
    private readonly turn: RoutedTurn,
    private readonly journal: ProgramJournal,
    private readonly program: { id: string; place: number },
  ) {}

  /** Names of the called tools, in the order of the calls. */
  get tools(): string[] {
    return this.inOrder().map(({ tool }) => tool);
  }

  get found(): string[] {
    return this.inOrder().flatMap(({ found }) => found ?? []);
  }

  /** True if a call used sample rows. The value of the program may not show it. */
  get onSamples(): boolean {
    return this.inOrder().some(({ sample }) => sample === true);
  }

  /** Adds a call made by an earlier run to the count. */
  count(sequence: number): void {
    const call = this.journal.call(sequence);
    if (call) this.add(sequence, call);
  }

  async call(request: ToolRequest): Promise<ToolAnswer | 'waits'> {
    const call = this.make(request);
    this.underWay.add(call);
    try {
      return await call;
    } finally {
      this.underWay.delete(call);
    }
  }

  /** Waits for all running calls. A call that a program started runs to its end, even if the program has ended. */
  async finished(): Promise<void> {
    while (this.underWay.size > 0) await Promise.allSettled(this.underWay);
  }

  private async make(request: ToolRequest): Promise<ToolAnswer | 'waits'> {
    const before = this.journal.call(request.sequence);
    if (before) {
      this.add(request.sequence, before);
      return answerOf(before);
    }
    const registered = this.turn.programs?.callable.get(request.tool);
    if (!registered) throw new Error(`The program was let call ${request.tool}`);
    // Everything that led to a side effect is stored before it happens, so that a replay arrives at the same call.
    if (registered.tool.sideEffect !== 'none') await this.turn.log.flush();
    try {
      const call = await this.execute(registered, request);
      this.turn.log.throwIfCancelled();
      return answerOf(call);
    } catch (error) {
      if (!(error instanceof ApprovalNeededError)) throw error;
      this.waiting.push(error.request);
      return 'waits';
    }
  }

  private async execute(registered: RegisteredTool, request: ToolRequest): Promise<RecordedCall> {
    const { turn, journal, program } = this;
    const { sequence, tool } = request;
    const outcome = await executeCall(
      this.ports,
      turn,
      {
        tool,
        arguments: request.input as Record<string, unknown>,
        stepKey: journal.callKey(sequence),
        place: placeInProgram(program.place, sequence),
        timeLimitMs: request.remainingMs,
      },
      { callId: `${program.id}.${sequence}`, program: program.id },
      (done) => journal.recordCall(sequence, recordedCall(registered, request, done)),
    );
    const call = recordedCall(registered, request, outcome);
    this.add(sequence, call);
    return call;
  }

  private add(sequence: number, call: RecordedCall): void {
    if (!this.made.has(sequence)) this.turn.totals.toolCalls += 1;
    this.made.set(sequence, call);
  }

  private inOrder(): RecordedCall[] {
    return [...this.made].sort(([a], [b]) => a - b).map(([, call]) => call);
  }
}

function recordedCall(
  registered: RegisteredTool,
  { tool, json: input }: ToolRequest,
  outcome: ToolOutcome,
): RecordedCall {
  const { ok, json: answer } = answerJson(tool, toAnswer(registered, outcome));
  const { success, data } = outcome.result;
  return {
    tool,
    input,
    ok,
    answer,
    ...(tool === TOOL_SEARCH && success && { found: namesFound(data) }),
    ...(restsOnSample(outcome) && { sample: true }),
  };
}

function toAnswer(registered: RegisteredTool, { modelResult, whole }: ToolOutcome): ToolAnswer {
  const { success, errorClass = 'INTERNAL', error = 'It failed.' } = modelResult;
  if (!success) return { ok: false, errorClass, message: error };
  try {
    return { ok: true, value: programValue(registered, whole) };
  } catch {
    // The result does not have the shape that the tool declares.
    return {
      ok: false,
      errorClass: 'INTERNAL',
      message: `The result of ${registered.tool.name} cannot be read.`,
    };
  }
}
