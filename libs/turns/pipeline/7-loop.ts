import type { ModelMessage, ModelToolCall } from '#models';
import { withSpan } from '#telemetry';
import { ApprovalNeededError, TOOL_SEARCH } from '#tools';
import { TurnParkedError } from '../turn.errors.ts';
import { callModel } from './parts/call-model.ts';
import { wholeNumber } from '#identity';
import { conversationMessages } from './parts/conversation-messages.ts';
import { namesFound } from './parts/offered-tools.ts';
import { addToolWait } from './parts/usage.ts';
import type { AnsweredTurn, RecordedToolCall, RoutedTurn, TurnPorts } from './turn-context.ts';

const NO_ANSWER = { en: 'I could not find an answer to that.', ar: 'لم أجد جوابا على ذلك.' };

/** Step 7: ask the model, run the tools that it calls, and again, until it answers in text. */
export async function loop(ports: TurnPorts, turn: RoutedTurn): Promise<AnsweredTurn> {
  if (turn.turn.textSent) turn.log.emit('text.reset', { reason: 'resumed' });
  const messages: ModelMessage[] = conversationMessages(turn, canSee(ports, turn));
  const made: RecordedToolCall[] = [];
  const rounds = wholeNumber(turn.settings, 'MODEL_ROUNDS');
  for (let round = 1; ; round += 1) {
    turn.log.throwIfCancelled();
    const lastRound = round > rounds;
    const result = await callModel(ports, turn, {
      round,
      messages,
      tools: lastRound ? [] : turn.tools.tools,
    });
    if (result.toolCalls.length === 0 || lastRound) {
      const reply = result.text.trim() || (turn.language === 'ar' ? NO_ANSWER.ar : NO_ANSWER.en);
      return { ...turn, reply, ...toolsOf(made) };
    }
    if (result.text) turn.log.emit('text.reset', { reason: 'tools' });
    const calls = await allDone(
      result.toolCalls.map((call, index) => callTool(ports, turn, call, `tool:${round}:${index}`)),
      turn,
    );
    addToolWait(turn, calls);
    messages.push(
      { role: 'assistant', text: result.text, toolCalls: result.toolCalls },
      ...calls.map(toolMessage),
    );
    made.push(...calls);
    turn.tools.offerFound(calls);
  }
}

/** What was called and found. `tool_search` itself is no recent tool: it stands beside them in every set. */
function toolsOf(made: readonly RecordedToolCall[]) {
  return {
    toolsSelected: made.map(({ tool }) => tool),
    foundBySearch: [...new Set(made.flatMap(({ found }) => found ?? []))],
    toolsTouched: made.flatMap(({ tool, found }) =>
      tool === TOOL_SEARCH ? (found ?? []).toReversed() : [tool],
    ),
  };
}

function canSee(ports: TurnPorts, { route }: RoutedTurn): boolean {
  return ports.modelRegistry.find(route.model)?.capabilities.vision ?? false;
}

/**
 * One that fails does not leave the others behind: what they have done is recorded before the turn ends, or is parked
 * because one of them waits for a person.
 */
async function allDone<Result>(calls: Promise<Result>[], turn: RoutedTurn): Promise<Result[]> {
  const settled = await Promise.allSettled(calls);
  const failed = settled.filter((call) => call.status === 'rejected').map(({ reason }) => reason as Error);
  const waiting = failed.filter((error) => error instanceof ApprovalNeededError);
  if (waiting.length > 0 && waiting.length === failed.length)
    throw new TurnParkedError(
      waiting.map(({ request }) => request),
      { language: turn.language, agent: turn.agent.agent.name },
    );
  return settled.map((call) => {
    if (call.status === 'rejected')
      throw failed.find((error) => !(error instanceof ApprovalNeededError)) ?? (call.reason as Error);
    return call.value;
  });
}

/** Runs one tool call, or takes its result from the journal. */
async function callTool(
  ports: TurnPorts,
  turn: RoutedTurn,
  call: ModelToolCall,
  stepKey: string,
): Promise<RecordedToolCall> {
  const before = turn.log.recorded<RecordedToolCall>(stepKey);
  const recorded = before ?? (await runTool(ports, turn, call, stepKey));
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
  stepKey: string,
): Promise<RecordedToolCall> {
  turn.log.emit('tool.started', { tool: call.name, callId: call.id });
  let recorded: RecordedToolCall | undefined;
  await ports.executor.execute(
    {
      tool: call.name,
      arguments: call.arguments,
      malformed: call.malformed,
      stepKey,
      idempotencyKey: `${turn.turn.id}:${stepKey}`,
      mayHaveRun: turn.turn.resumed,
    },
    turn.caller,
    turn.signal,
    async (tx, outcome) => {
      recorded = {
        callId: call.id,
        tool: call.name,
        arguments: call.arguments,
        modelText: outcome.modelText,
        success: outcome.result.success,
        durationMs: outcome.durationMs,
        ...(call.name === TOOL_SEARCH &&
          outcome.result.success && { found: namesFound(outcome.result.data) }),
      };
      turn.log.record(stepKey, [call.name, call.arguments], recorded);
      turn.log.emit('tool.finished', {
        tool: call.name,
        callId: call.id,
        success: outcome.result.success,
        errorClass: outcome.result.errorClass ?? null,
        durationMs: Math.round(outcome.durationMs),
      });
      await turn.log.writeInto(tx);
    },
  );
  turn.log.throwIfCancelled();
  if (!recorded) throw new Error(`The outcome of ${call.name} was not recorded`);
  return recorded;
}

function replayedSpan(call: RecordedToolCall): Promise<void> {
  const attributes = { 'gen_ai.tool.name': call.tool, 'turnpike.replayed': true };
  return withSpan(`execute_tool ${call.tool}`, { kind: 'tool', attributes }, async () => undefined);
}

function toolMessage(call: RecordedToolCall): ModelMessage {
  return { role: 'tool', toolCallId: call.callId, name: call.tool, text: call.modelText };
}
