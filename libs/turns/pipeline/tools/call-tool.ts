import type { ModelToolCall } from '#models';
import { ATTRIBUTES, withSpan } from '#telemetry';
import { TOOL_SEARCH, type ToolInvocation, type ToolOutcome } from '#tools';
import { restsOnSample } from '../policy/sample-label.ts';
import type { CallStep, RecordedToolCall } from '../recorded-calls.ts';
import type { RoutedTurn, TurnPorts } from '../turn-context.ts';
import { namesFound } from './offered-tools.ts';
import { picturesIn } from '../../callers/pictures-of-turn.ts';

/** Runs one tool call, or takes its result from the journal. */
export async function callTool(
  ports: TurnPorts,
  turn: RoutedTurn,
  call: ModelToolCall,
  step: CallStep,
): Promise<RecordedToolCall> {
  const before = turn.log.recorded<RecordedToolCall>(step.key);
  const recorded = before ?? (await runTool(ports, turn, call, step));
  turn.totals.toolCalls += 1;
  if (before) {
    turn.tools.replay(before);
    await replayedSpan(before);
  }
  return recorded;
}

async function runTool(
  ports: TurnPorts,
  turn: RoutedTurn,
  call: ModelToolCall,
  { key: stepKey, place }: CallStep,
): Promise<RecordedToolCall> {
  const outcome = await executeCall(
    ports,
    turn,
    { tool: call.name, arguments: call.arguments, malformed: call.malformed, stepKey, place },
    { callId: call.id },
    (done) => turn.log.record(stepKey, recordOf(call, done)),
  );
  turn.log.throwIfCancelled();
  return recordOf(call, outcome);
}

/**
 * Executes a call of the model or of a program, with the events of its start and its end.
 *
 * @param record records the outcome in the journal, before the event of the end.
 */
export function executeCall(
  ports: TurnPorts,
  turn: RoutedTurn,
  call: Omit<ToolInvocation, 'idempotencyKey' | 'mayHaveRun'>,
  ids: { callId: string; program?: string },
  record: (outcome: ToolOutcome) => void,
): Promise<ToolOutcome> {
  turn.log.emit('tool.started', { tool: call.tool, ...ids });
  return ports.executor.execute(
    { ...call, idempotencyKey: `${turn.row.id}:${call.stepKey}`, mayHaveRun: turn.resumed },
    turn.caller,
    turn.signal,
    turn.log.recorderOf((outcome) => {
      record(outcome);
      for (const { type, payload } of outcome.events) turn.log.emit(type, payload);
      turn.log.emit('tool.finished', {
        tool: call.tool,
        ...ids,
        success: outcome.result.success,
        errorClass: outcome.result.errorClass ?? null,
        durationMs: Math.round(outcome.durationMs),
      });
    }),
  );
}

function recordOf(call: ModelToolCall, outcome: ToolOutcome): RecordedToolCall {
  const { success, data } = outcome.result;
  const pictures = picturesIn(data);
  return {
    callId: call.id,
    tool: call.name,
    arguments: call.arguments,
    modelText: outcome.modelText,
    success,
    durationMs: outcome.durationMs,
    ...(call.name === TOOL_SEARCH && success && { found: namesFound(data) }),
    ...(pictures.length > 0 && { pictures }),
    ...(restsOnSample(outcome) && { sample: true }),
  };
}

function replayedSpan(call: RecordedToolCall): Promise<void> {
  const attributes = { [ATTRIBUTES.tool]: call.tool, [ATTRIBUTES.replayed]: true };
  return withSpan(`execute_tool ${call.tool}`, { kind: 'tool', attributes }, async () => undefined);
}
