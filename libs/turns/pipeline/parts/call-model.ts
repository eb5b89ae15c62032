import {
  costOfUsage,
  type GenerateResult,
  type ModelMessage,
  type ModelTool,
  type TokenUsage,
} from '#models';
import { ATTRIBUTES, recordModelCall, withSpan } from '#telemetry';
import { errorClassOf } from '../../turn.errors.ts';
import { addModelWait, addUsage } from './usage.ts';
import type { RoutedTurn, TurnPorts } from '../turn-context.ts';

interface ModelRound {
  /** From 1. */
  round: number;
  messages: ModelMessage[];
  tools: ModelTool[];
}

interface RecordedModelCall extends GenerateResult {
  costUsd: number;
  durationMs: number;
}

/** One round: asks the model, or takes the answer from the journal, so that a finished call is not paid for twice. */
export async function callModel(
  ports: TurnPorts,
  turn: RoutedTurn,
  ask: ModelRound,
): Promise<GenerateResult> {
  const key = `model:${ask.round}`;
  const { model, provider } = turn.route;
  const attributes = {
    [ATTRIBUTES.operation]: 'chat',
    [ATTRIBUTES.provider]: provider,
    [ATTRIBUTES.requestModel]: model,
    [ATTRIBUTES.task]: turn.agent.agent.taskType,
    'turnpike.route.tier': turn.route.tier,
    [ATTRIBUTES.input]: JSON.stringify({ system: turn.system, messages: ask.messages }),
  };
  return withSpan(`chat ${model}`, { kind: 'model', attributes }, async (span) => {
    const before = turn.log.recorded<RecordedModelCall>(key);
    const recorded = before ?? (await generate(ports, turn, ask));
    if (!before) turn.log.record(key, [model, ask.messages], recorded);
    else if (turn.log.asksAnew(key, [model, ask.messages]))
      span.setAttribute('turnpike.replay.changed', true);
    span.setAttributes({
      // The span of the run that made the call has its tokens and cost; a trace counts them once.
      ...(before ? { 'turnpike.replayed': true } : usageAttributes(recorded)),
      [ATTRIBUTES.finishReasons]: [recorded.finishReason],
      [ATTRIBUTES.output]: JSON.stringify({ text: recorded.text, toolCalls: recorded.toolCalls }),
    });
    turn.totals.modelRounds += 1;
    addUsage(turn, recorded);
    addModelWait(turn, recorded.durationMs);
    // An answer in text goes into the journal with the settlement, which follows at once.
    if (!before && recorded.toolCalls.length > 0) await turn.log.flush();
    return recorded;
  });
}

async function generate(ports: TurnPorts, turn: RoutedTurn, ask: ModelRound): Promise<RecordedModelCall> {
  const { model, provider } = turn.route;
  turn.log.emit('model.started', { model: model, provider: provider, round: ask.round });
  const startedAt = performance.now();
  const result = await ports.models
    .modelFor(turn.route)
    .generate({
      model: model,
      system: turn.system,
      messages: ask.messages,
      tools: ask.tools,
      signal: turn.signal,
      onText: (text) => turn.log.emit('text.delta', { text }),
      facts: turn.facts,
    })
    .catch((error: unknown) => {
      recordModelCall({
        provider,
        model,
        outcome: errorClassOf(error),
        durationMs: performance.now() - startedAt,
      });
      throw error;
    });
  const durationMs = performance.now() - startedAt;
  const costUsd = costOf(ports, model, result.usage);
  recordModelCall({ provider, model, outcome: 'ok', durationMs, costUsd, ...result.usage });
  return { ...result, costUsd, durationMs };
}

function costOf(ports: TurnPorts, model: string, usage: TokenUsage): number {
  const entry = ports.modelRegistry.find(model);
  return entry ? costOfUsage(entry, usage) : 0;
}

function usageAttributes({ usage, costUsd }: RecordedModelCall): Record<string, number> {
  return {
    [ATTRIBUTES.costUsd]: costUsd,
    [ATTRIBUTES.inputTokens]: usage.promptTokens,
    [ATTRIBUTES.cachedInputTokens]: usage.cachedTokens,
    [ATTRIBUTES.outputTokens]: usage.completionTokens,
  };
}
