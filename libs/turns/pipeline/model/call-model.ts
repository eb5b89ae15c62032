import type { Span } from '@opentelemetry/api';
import { callIdOf, type GenerateResult, type ModelMessage, type ModelTool } from '#models';
import { ATTRIBUTES, recordModelCall, withSpan } from '#telemetry';
import { argumentsHashOf, RUN_PROGRAM } from '#tools';
import { keyRotations } from './key-rotations.ts';
import { withinPictureLimit } from './picture-limit.ts';
import { attemptsRecordedOn } from './record-attempt.ts';
import { usageAttributes } from './record-task.ts';
import { thoughtAttributes } from './thought-attributes.ts';
import { addModelWait } from './usage.ts';
import type { TurnLog } from '../../journal/turn-log.ts';
import type { RoutedTurn, TurnPorts } from '../turn-context.ts';

interface ModelRound {
  /** Number of the round, from 1. */
  round: number;
  messages: ModelMessage[];
  tools: ModelTool[];
  functions: ModelTool[];
  /** True if readers do not receive the text live, because a policy checks it first. */
  held: boolean;
  /** True for a round without tools, which only produces the reply. Tool calls of the model are ignored. */
  final: boolean;
  /** Journal key of a call that is not a round of the loop. */
  key?: string;
}

export interface RecordedModelCall extends GenerateResult {
  /** The model that answered; after a fallback, it differs from the model of the route. */
  model: string;
  provider: string;
  /** The models that failed before it, with reasons. */
  failed?: string[];
  /** A replay also ends with this round, even if the answer contains calls. Absent in rounds with tools. */
  final?: true;
  costUsd: number;
  durationMs: number;
}

/** Journal key of a round of the loop. */
export const roundKey = (round: number): string => `model:${round}`;

/**
 * Runs one round: calls the model, or takes the answer from the journal, so that no call is paid for twice.
 *
 * @returns the answer, also if it comes from the journal.
 */
export async function callModel(
  ports: TurnPorts,
  turn: RoutedTurn,
  ask: ModelRound,
): Promise<GenerateResult> {
  const key = ask.key ?? roundKey(ask.round);
  const { model, provider } = turn.route;
  const messages = ask.messages.map(written);
  const last = lastCalls.get(turn.log);
  const continues = last?.messages.every((message, at) => ask.messages[at] === message);
  const added = messages.slice(continues ? last?.messages.length : 0).map(({ json }) => json);
  const attributes = {
    [ATTRIBUTES.operation]: 'chat',
    [ATTRIBUTES.provider]: provider,
    [ATTRIBUTES.requestModel]: model,
    [ATTRIBUTES.task]: turn.agent.agent.taskType,
    'turnpike.route.tier': turn.route.tier,
    ...(ask.final && { [ATTRIBUTES.withoutTools]: true }),
    [ATTRIBUTES.prompt]: turn.prompt,
    [ATTRIBUTES.input]: `{${continues ? `"continues":"${last?.spanId}"` : `"system":${JSON.stringify(turn.situation)}`},"messages":[${added.join()}]}`,
  };
  const request = [model, messages.map(({ hash }) => hash)];
  return withSpan(`chat ${model}`, { kind: 'model', attributes }, async (span) => {
    lastCalls.set(turn.log, { spanId: span.spanContext().spanId, messages: [...ask.messages] });
    const before = turn.log.recorded<RecordedModelCall>(key);
    // Thoughts are stored only on the span of the run that made the call.
    const { thoughts, ...recorded } = before ?? (await generate(ports, turn, ask, span));
    if (!before) turn.log.record(key, recorded, request);
    else if (turn.log.requestChanged(key, request)) span.setAttribute('turnpike.replay.changed', true);
    span.setAttributes({
      [ATTRIBUTES.requestModel]: recorded.model,
      [ATTRIBUTES.provider]: recorded.provider,
      ...(recorded.failed && { 'turnpike.model.failed': recorded.failed }),
      // Only the span of the run that made the call has its tokens and cost, so that a trace counts them once.
      ...(before ? { [ATTRIBUTES.replayed]: true } : usageAttributes(recorded)),
      [ATTRIBUTES.finishReasons]: [recorded.finishReason],
      ...(recorded.text && { [ATTRIBUTES.output]: recorded.text }),
      ...(recorded.toolCalls.length > 0 && {
        // Only the provider can read the signatures, which may be longer than the calls.
        [ATTRIBUTES.toolCalls]: JSON.stringify(
          recorded.toolCalls.map(({ signature: _signature, signedBy: _signedBy, ...call }) => call),
        ),
      }),
      ...thoughtAttributes(thoughts),
    });
    turn.totals.modelRounds += 1;
    addModelWait(turn, recorded.durationMs);
    // The answer is stored before anything that it asks for can have an effect. Before reads it is stored soon (docs/adr/0014).
    if (!before && recorded.toolCalls.some(({ name }) => mayAct(ports, turn, name))) await turn.log.flush();
    return recorded;
  });
}

function mayAct({ registry }: TurnPorts, { row }: RoutedTurn, name: string): boolean {
  return name === RUN_PROGRAM || registry.toolOf(row.orgId, name)?.tool.sideEffect !== 'none';
}

/** The last call of each run. The input of the next one contains only what follows. */
const lastCalls = new WeakMap<TurnLog, { spanId: string; messages: readonly ModelMessage[] }>();

/** Text and hash of messages, most of which the rounds of a turn share. */
const known = new WeakMap<ModelMessage, { json: string; hash: string }>();

function written(message: ModelMessage) {
  const made = known.get(message) ?? { json: JSON.stringify(message), hash: argumentsHashOf(message) };
  known.set(message, made);
  return made;
}

async function generate(
  ports: TurnPorts,
  turn: RoutedTurn,
  ask: ModelRound,
  span: Span,
): Promise<RecordedModelCall> {
  const startedAt = performance.now();
  const { attempts, ...answered } = await ports.calls.generate(
    turn.route,
    {
      system: turn.system,
      messages: withinPictureLimit(ask.messages),
      tools: ask.tools,
      functions: ask.functions,
      signal: AbortSignal.any([turn.signal, turn.log.cancelSignal]),
      // Whole answers cost less than pieces that nobody reads.
      ...(!ask.held &&
        turn.log.isRead && { onText: (text: string, isVoid?: boolean) => turn.log.say(text, isVoid) }),
      ...keyRotations(turn, span),
      facts: turn.facts,
    },
    {
      onAttempt: ({ model, provider }) =>
        turn.log.emit('model.started', { model, provider, round: ask.round }),
      onOutcome: attemptsRecordedOn(span),
      ledger: turn.log,
    },
  );
  const { provider, model, usage, costUsd } = answered;
  const durationMs = performance.now() - startedAt;
  recordModelCall({
    provider,
    model,
    outcome: 'ok',
    durationMs: attempts.at(-1)?.durationMs ?? durationMs,
    costUsd,
    ...usage,
  });
  const failed = attempts.slice(0, -1).map((attempt) => `${attempt.model}: ${attempt.message}`);
  return {
    ...answered,
    toolCalls: answered.toolCalls.map((call, index) => ({
      ...call,
      id: callIdOf(turn.row.seq, ask.round, index),
    })),
    durationMs,
    ...(failed.length > 0 && { failed }),
    ...(ask.final && { final: true }),
  };
}
