import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { ModelToolCall } from '#models';
import { ProgramWaitsError, type ProgramOutcome } from '#sandbox';
import { ATTRIBUTES, markFailed, recordProgram, withSpan } from '#telemetry';
import { RUN_PROGRAM, type ApprovalRequest } from '#tools';
import type { CallStep, RecordedToolCall } from '../recorded-calls.ts';
import type { RoutedTurn, TurnPorts } from '../turn-context.ts';
import { ProgramCalls } from './program-calls.ts';
import { ProgramJournal, seedOf } from './program-journal.ts';
import type { TurnPrograms } from './turn-programs.ts';

/** The program waits for approvals. Its finished calls are recorded, and it restarts after the decisions. */
export class ProgramNeedsApprovalError extends Error {
  constructor(readonly requests: readonly ApprovalRequest[]) {
    super(`A program waits for ${requests.length} approvals`);
    this.name = 'ProgramNeedsApprovalError';
  }
}

/**
 * Runs a program that the model wrote, or takes its value from the journal. If a program is stopped, throws or cannot be
 * parsed, the model gets a result that states the reason and names the limit.
 *
 * @throws ProgramNeedsApprovalError, and every error that ends a turn.
 */
export async function runProgram(
  ports: TurnPorts,
  turn: RoutedTurn,
  call: ModelToolCall,
  step: CallStep,
): Promise<RecordedToolCall> {
  const before = turn.log.recorded<RecordedToolCall>(step.key);
  if (before) return replayed(turn, before);
  const { code } = call.arguments;
  const refusal = refusalOf(turn, call);
  const recorded =
    refusal === undefined && turn.programs && typeof code === 'string'
      ? await runInSandbox(ports, turn, turn.programs, { ...step, id: call.id, code })
      : notRun(call, refusal ?? 'VALIDATION_FAILED');
  turn.log.record(step.key, recorded);
  await turn.log.flush();
  return recorded;
}

interface ProgramStep extends CallStep {
  id: string;
  code: string;
}

async function runInSandbox(
  ports: TurnPorts,
  turn: RoutedTurn,
  programs: TurnPrograms,
  step: ProgramStep,
): Promise<RecordedToolCall> {
  const attributes = { [ATTRIBUTES.operation]: 'execute_program', [ATTRIBUTES.input]: step.code };
  const done = await withSpan('execute_program', { kind: 'program', attributes }, async (span) => {
    const journal = new ProgramJournal(turn.log, step.key.replace(/^tool:/, 'program:'));
    const calls = new ProgramCalls(ports, turn, journal, step);
    const recorded = journal.recorded();
    for (const { sequence } of recorded) calls.count(sequence);
    turn.log.emit('ptc.started', { callId: step.id, replayedCalls: calls.tools.length });
    const tools = [...programs.callable.keys()];
    const startedAt = performance.now();
    try {
      const outcome = await ports.sandbox.run({
        code: step.code,
        orgId: turn.org.id,
        tools,
        // Calls arrive from another thread, but belong to this span.
        call: AsyncLocalStorage.bind((request) => calls.call(request)),
        startedAt: journal.start(ports.clock.now(), tools),
        seed: seedOf(turn.row.id, journal.key),
        limits: programs.limits,
        recorded,
        onAnswer: async (answer) => journal.recordDelivery(answer),
        signal: AbortSignal.any([turn.signal, turn.log.cancelSignal]),
      });
      await calls.finished();
      describe(span, outcome, calls, programs);
      return finished(turn, step, calls, outcome, performance.now() - startedAt);
    } catch (error) {
      await calls.finished();
      if (!(error instanceof ProgramWaitsError)) throw error;
      // This is not an error: the program waits.
      span.setAttribute(ATTRIBUTES.approval, 'pending');
      return new ProgramNeedsApprovalError(calls.waiting);
    }
  });
  if (done instanceof ProgramNeedsApprovalError) throw done;
  return done;
}

function finished(
  turn: RoutedTurn,
  step: ProgramStep,
  calls: ProgramCalls,
  outcome: ProgramOutcome,
  durationMs: number,
): RecordedToolCall {
  const end = outcome.ok ? 'ok' : outcome.errorCode;
  recordProgram({ outcome: end, durationMs });
  turn.log.emit('ptc.finished', {
    callId: step.id,
    success: outcome.ok,
    errorCode: outcome.ok ? null : outcome.errorCode,
    toolCalls: calls.tools.length,
    valueBytes: outcome.ok ? outcome.valueBytes : 0,
    durationMs: Math.round(durationMs),
  });
  const { tools: called, found } = calls;
  return {
    callId: step.id,
    tool: RUN_PROGRAM,
    arguments: { code: step.code },
    modelText: JSON.stringify(
      outcome.ok
        ? { success: true, data: outcome.value }
        : {
            success: false,
            errorCode: outcome.errorCode,
            error: outcome.error,
            // These calls may have had side effects, which the next program must know.
            ...(called.length > 0 && { callsMade: called }),
          },
    ),
    success: outcome.ok,
    durationMs,
    called,
    ...(found.length > 0 && { found }),
    ...(calls.onSamples && { sample: true }),
  };
}

/** Records the value, the logs and the use of limits on the span of the program. */
function describe(span: Span, outcome: ProgramOutcome, calls: ProgramCalls, { limits }: TurnPrograms): void {
  span.setAttributes({
    [ATTRIBUTES.output]: outcome.ok ? JSON.stringify(outcome.value) : outcome.error,
    'turnpike.program.logs': outcome.logs,
    'turnpike.program.calls': calls.tools,
    'turnpike.program.value_bytes': outcome.ok ? outcome.valueBytes : 0,
    'turnpike.program.wall_ms': Math.round(outcome.wallMs),
    'turnpike.program.cpu_ms': Math.round(outcome.cpuMs),
    'turnpike.program.memory_bytes': outcome.memoryBytes,
    'turnpike.program.limits': `${limits.wallMs} ms wall clock, ${limits.cpuMs} ms CPU, ${limits.toolCalls} calls`,
  });
  if (outcome.ok) return;
  markFailed(span, new Error(outcome.error));
  span.setAttribute(ATTRIBUTES.errorType, outcome.errorCode);
}

const REFUSALS = {
  FORBIDDEN: 'Programs are not available here. Call the tools one by one.',
  VALIDATION_FAILED: `${RUN_PROGRAM} takes one JSON object with the program as the text "code".`,
};

function refusalOf(turn: RoutedTurn, call: ModelToolCall): keyof typeof REFUSALS | undefined {
  if (!turn.programs) return 'FORBIDDEN';
  const isText = call.malformed === undefined && typeof call.arguments['code'] === 'string';
  return isText ? undefined : 'VALIDATION_FAILED';
}

function notRun(
  { id, arguments: given }: ModelToolCall,
  errorClass: keyof typeof REFUSALS,
): RecordedToolCall {
  return {
    callId: id,
    tool: RUN_PROGRAM,
    arguments: given,
    modelText: JSON.stringify({ success: false, errorClass, error: REFUSALS[errorClass] }),
    success: false,
    durationMs: 0,
    called: [],
  };
}

async function replayed(turn: RoutedTurn, before: RecordedToolCall): Promise<RecordedToolCall> {
  turn.totals.toolCalls += before.called?.length ?? 0;
  turn.tools.replay(before);
  const attributes = { [ATTRIBUTES.replayed]: true };
  await withSpan('execute_program', { kind: 'program', attributes }, async () => undefined);
  return before;
}
