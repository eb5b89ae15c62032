import type { ModelToolCall } from '#models';
import { ATTRIBUTES, withSpan } from '#telemetry';
import { TOOL_SEARCH, type ToolOutcome } from '#tools';
import { restsOnSample } from '../policy/sample-label.ts';
import type { CallStep, RecordedToolCall } from '../recorded-calls.ts';
import type { RoutedTurn, TurnPorts } from '../turn-context.ts';
import { namesFound } from './offered-tools.ts';

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
  turn.log.emit('tool.started', { tool: call.name, callId: call.id });
  const outcome = await ports.executor.execute(
    {
      tool: call.name,
      arguments: call.arguments,
      malformed: call.malformed,
      stepKey,
      place,
      idempotencyKey: `${turn.row.id}:${stepKey}`,
      mayHaveRun: turn.resumed,
    },
    turn.caller,
    turn.signal,
    turn.log.recorderOf((outcome) => {
      turn.log.record(stepKey, [call.name, call.arguments], recordOf(call, outcome));
      for (const { type, payload } of outcome.events) turn.log.emit(type, payload);
      turn.log.emit('tool.finished', {
        tool: call.name,
        callId: call.id,
        success: outcome.result.success,
        errorClass: outcome.result.errorClass ?? null,
        durationMs: Math.round(outcome.durationMs),
      });
    }),
  );
  turn.log.throwIfCancelled();
  return recordOf(call, outcome);
}

function recordOf(call: ModelToolCall, outcome: ToolOutcome): RecordedToolCall {
  const { success, data } = outcome.result;
  return {
    callId: call.id,
    tool: call.name,
    arguments: call.arguments,
    modelText: outcome.modelText,
    success,
    durationMs: outcome.durationMs,
    ...(call.name === TOOL_SEARCH && success && { found: namesFound(data) }),
    ...(restsOnSample(outcome) && { sample: true }),
  };
}

function replayedSpan(call: RecordedToolCall): Promise<void> {
  const attributes = { [ATTRIBUTES.tool]: call.tool, [ATTRIBUTES.replayed]: true };
  return withSpan(`execute_tool ${call.tool}`, { kind: 'tool', attributes }, async () => undefined);
}
