import { statementsSent } from '#database';
import { limitedLabel } from './limited-label.ts';
import { METRICS } from './metric-names.ts';
import { registry } from './metrics-registry.ts';

const seconds = (milliseconds: number) => Math.max(milliseconds, 0) / 1_000;

const turns = registry.counter(METRICS.turns, 'Turns by the state they came to');
const turnFailures = registry.counter(METRICS.turnFailures, 'Failed turns by the class of their error');
const turnDuration = registry.duration(
  METRICS.turnDuration,
  'From the acceptance of a message to the end of its turn',
);
const queueWait = registry.duration(
  METRICS.queueWait,
  'From the acceptance of a message to the start of its turn',
);
const modelCalls = registry.counter(METRICS.modelCalls, 'Model calls');
const modelDuration = registry.duration(METRICS.modelDuration, 'Model calls, to their last token');
const modelTokens = registry.counter(
  METRICS.modelTokens,
  'Tokens by kind: prompt (cached ones among them), cached, completion',
);
const modelCost = registry.counter(METRICS.modelCost, 'Cost of model calls in USD');
const toolCalls = registry.counter(METRICS.toolCalls, 'Tool calls');
const toolDuration = registry.duration(METRICS.toolDuration, 'Tool calls over all attempts');
const toolCache = registry.counter(
  METRICS.toolCache,
  'Look-ups in the tool cache: hit, joined (the result of a call that ran already), miss, away',
);
const toolBreakerChanges = registry.counter(
  METRICS.toolBreakerChanges,
  'Circuit breakers of outside services that came to a state',
);
const programs = registry.counter(METRICS.programs, 'Programs by what they came to');
const programDuration = registry.duration(
  METRICS.programDuration,
  'Programs, the tools that they waited for included',
);
const brokerDuration = registry.duration(METRICS.brokerDuration, 'Selections of the tool broker');
const brokerSelections = registry.counter(METRICS.brokerSelections, 'Selections of the tool broker');
const spansDropped = registry.counter(METRICS.spansDropped, 'Spans that were not stored');
const webhookAttempts = registry.counter(
  METRICS.webhookAttempts,
  'Attempts to deliver webhooks: delivered, retry (another one follows), given_up',
);
const httpDuration = registry.duration(METRICS.httpDuration, 'HTTP requests by route');

registry.observedCounter(METRICS.databaseStatements, 'Statements sent to the database', statementsSent);

/** Names of channels are free; what comes beyond these is one series, as a caller may think up any number. */
const MAX_CHANNELS = 20;
const channelLabel = limitedLabel(['chat', 'voice'], MAX_CHANNELS);

/**
 * A turn came to a state; `durationMs` counts from its acceptance and is given when it ended, `errorClass` when it failed.
 */
export function recordTurn(turn: {
  state: string;
  channel: string;
  durationMs?: number;
  errorClass?: string;
}): void {
  const channel = channelLabel(turn.channel);
  turns.add(1, { state: turn.state, channel });
  if (turn.errorClass !== undefined) turnFailures.add(1, { error: turn.errorClass });
  if (turn.durationMs !== undefined) turnDuration.record(seconds(turn.durationMs), { channel });
}

/** A turn of `channel` began, so long after its message was accepted. */
export function recordQueueWait(channel: string, waitMs: number): void {
  queueWait.record(seconds(waitMs), { channel: channelLabel(channel) });
}

/** `outcome` is `ok` or the class of the error. `promptTokens` has the cached ones among them. */
export function recordModelCall(call: {
  provider: string;
  model: string;
  outcome: string;
  durationMs: number;
  promptTokens?: number;
  cachedTokens?: number;
  completionTokens?: number;
  costUsd?: number;
}): void {
  const { provider, model, outcome } = call;
  modelCalls.add(1, { provider, model, outcome });
  modelDuration.record(seconds(call.durationMs), { provider, model });
  modelTokens.add(call.promptTokens ?? 0, { provider, model, kind: 'prompt' });
  modelTokens.add(call.cachedTokens ?? 0, { provider, model, kind: 'cached' });
  modelTokens.add(call.completionTokens ?? 0, { provider, model, kind: 'completion' });
  modelCost.add(call.costUsd ?? 0, { provider, model });
}

/** `outcome` is `ok` or the error class of the result. */
export function recordToolCall(call: { tool: string; outcome: string; durationMs: number }): void {
  toolCalls.add(1, { tool: call.tool, outcome: call.outcome });
  toolDuration.record(seconds(call.durationMs), { tool: call.tool });
}

/** `outcome` is `ok` or the error code of the program. */
export function recordProgram(program: { outcome: string; durationMs: number }): void {
  programs.add(1, { outcome: program.outcome });
  programDuration.record(seconds(program.durationMs), {});
}

export type ToolCacheOutcome = 'hit' | 'joined' | 'miss' | 'away';

export function recordToolCache(tool: string, outcome: ToolCacheOutcome): void {
  toolCache.add(1, { tool, outcome });
}

export type BreakerState = 'closed' | 'open' | 'half_open';

export function recordToolBreakerChange(service: string, state: BreakerState): void {
  toolBreakerChanges.add(1, { service, state });
}

/** Registers who knows the circuit breakers of this process. @returns takes the registration back. */
export function observeToolBreakers(
  observe: () => { service: string; state: BreakerState; count: number }[],
): () => void {
  return registry.gauges({ [METRICS.toolBreakers]: 'Circuit breakers by outside service and state' }, () => ({
    [METRICS.toolBreakers]: observe().map(({ service, state, count }) => ({
      value: count,
      labels: { service, state },
    })),
  }));
}

/** Registers who knows the models' circuits of this process. @returns takes the registration back. */
export function observeModelCircuits(
  observe: () => { provider: string; model: string; state: BreakerState; count: number }[],
): () => void {
  return registry.gauges({ [METRICS.modelCircuits]: 'Circuit breakers of models by state' }, () => ({
    [METRICS.modelCircuits]: observe().map(({ count, ...labels }) => ({ value: count, labels })),
  }));
}

/** Registers who knows the MCP servers that this process is connected to. @returns takes the registration back. */
export function observeMcpServers(observe: () => { server: string; state: string }[]): () => void {
  return registry.gauges({ [METRICS.mcpServers]: 'MCP servers by state' }, () => ({
    [METRICS.mcpServers]: observe().map(({ server, state }) => ({ value: 1, labels: { server, state } })),
  }));
}

/** Registers who counts the side effects that wait for a person. @returns takes the registration back. */
export function observeUnknownEffects(count: () => Promise<number>): () => void {
  return registry.gauges(
    { [METRICS.effectsUnknown]: 'Side effects of unknown outcome that nobody has settled' },
    async () => ({ [METRICS.effectsUnknown]: [{ value: await count() }] }),
  );
}

/** Registers who knows how far rollups are behind, in milliseconds. @returns takes the registration back. */
export function observeRollupLag(lagMs: () => Promise<number>): () => void {
  return registry.gauges(
    { [METRICS.rollupLag]: 'Age of the oldest turn that the rollups of its org do not count yet' },
    async () => ({ [METRICS.rollupLag]: [{ value: seconds(await lagMs()) }] }),
  );
}

/** `mode` is the broker's (`off`, `shadow`, `enforce`), `outcome` what it did (`narrowed`, `failed_open` …). */
export function recordBrokerSelection(selection: {
  mode: string;
  outcome: string;
  durationMs: number;
}): void {
  brokerSelections.add(1, { mode: selection.mode, outcome: selection.outcome });
  brokerDuration.record(seconds(selection.durationMs), { mode: selection.mode });
}

export type WebhookAttemptOutcome = 'delivered' | 'retry' | 'given_up';

export function recordWebhookAttempt(outcome: WebhookAttemptOutcome): void {
  webhookAttempts.add(1, { outcome });
}

export function recordSpansDropped(count: number, reason: string): void {
  spansDropped.add(count, { reason });
}

/** `route` is the pattern, not the path, so that the number of series stays small. */
export function recordHttpRequest(request: {
  method: string;
  route: string;
  status: number;
  durationMs: number;
}): void {
  httpDuration.record(seconds(request.durationMs), {
    method: request.method,
    route: request.route,
    status: request.status,
  });
}

/** What one queue holds: jobs by state, and how long the oldest waits. */
export interface QueueObservation {
  queue: string;
  depth: Record<string, number>;
  oldestAgeMs: number;
}

/** Registers who knows the queues. @returns takes the registration back. */
export function observeQueues(observe: () => Promise<QueueObservation[]>): () => void {
  return registry.gauges(
    {
      [METRICS.queueDepth]: 'Jobs by queue and state',
      [METRICS.queueOldestAge]: 'How long the oldest waiting job waits',
    },
    async () => {
      const queues = await observe();
      return {
        [METRICS.queueDepth]: queues.flatMap(({ queue, depth }) =>
          Object.entries(depth).map(([state, value]) => ({ value, labels: { queue, state } })),
        ),
        [METRICS.queueOldestAge]: queues.map(({ queue, oldestAgeMs }) => ({
          value: seconds(oldestAgeMs),
          labels: { queue },
        })),
      };
    },
  );
}
