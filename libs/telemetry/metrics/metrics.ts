import { statementsSent } from '#database';
import { limitedLabel } from './limited-label.ts';
import { METRICS } from './metric-names.ts';
import { registry } from './metrics-registry.ts';

const seconds = (milliseconds: number) => Math.max(milliseconds, 0) / 1_000;

const turns = registry.counter(METRICS.turns, 'Turns by the state they came to');
const turnRetries = registry.counter(METRICS.turnRetries, 'Retried turns by the state they came to');
const turnFailures = registry.counter(METRICS.turnFailures, 'Failed turns by the class of their error');
const turnDuration = registry.duration(
  METRICS.turnDuration,
  'From the acceptance of a message to the end of its turn, without waits for people and without retries',
);
const queueWait = registry.duration(
  METRICS.queueWait,
  'From the acceptance of a message to the start of its turn',
);
const modelCalls = registry.counter(METRICS.modelCalls, 'Model calls');
const modelDuration = registry.duration(METRICS.modelDuration, 'Model calls, to their last token');
const modelTokens = registry.counter(
  METRICS.modelTokens,
  'Tokens by kind: prompt (including cached), cached, completion',
);
const modelCost = registry.counter(METRICS.modelCost, 'Cost of model calls in USD');
const toolCalls = registry.counter(METRICS.toolCalls, 'Tool calls');
const toolDuration = registry.duration(METRICS.toolDuration, 'Tool calls over all attempts');
const toolCache = registry.counter(
  METRICS.toolCache,
  'Look-ups in the tool cache: hit, joined (shared the result of a running call), miss, away',
);
const toolBreakerChanges = registry.counter(
  METRICS.toolBreakerChanges,
  'State changes of circuit breakers of external services',
);
const programs = registry.counter(METRICS.programs, 'Programs by what they came to');
const programDuration = registry.duration(
  METRICS.programDuration,
  'Duration of programs, including the tools that they call',
);
const brokerDuration = registry.duration(METRICS.brokerDuration, 'Selections of the tool broker');
const brokerSelections = registry.counter(METRICS.brokerSelections, 'Selections of the tool broker');
const spansDropped = registry.counter(METRICS.spansDropped, 'Spans that were not stored');
const webhookAttempts = registry.counter(
  METRICS.webhookAttempts,
  'Attempts to deliver webhooks: delivered, retry (another attempt follows), given_up (no attempts left)',
);
const httpDuration = registry.duration(METRICS.httpDuration, 'HTTP requests by route');

registry.observedCounter(METRICS.databaseStatements, 'Statements sent to the database', statementsSent);

/** Callers may choose any channel names. Names beyond the limit share one series. */
const MAX_CHANNELS = 20;
const channelLabel = limitedLabel(['chat', 'voice'], MAX_CHANNELS);

/**
 * Records that a turn entered a state. `durationMs` is the time to reply, set when the turn ended; `errorClass` is
 * set when it failed. A turn that a person had retried is counted apart, because its first outcome was counted already.
 */
export function recordTurn(turn: {
  state: string;
  channel: string;
  retries?: number;
  durationMs?: number;
  errorClass?: string;
}): void {
  const channel = channelLabel(turn.channel);
  if (turn.retries) return turnRetries.add(1, { state: turn.state, channel });
  turns.add(1, { state: turn.state, channel });
  if (turn.errorClass !== undefined) turnFailures.add(1, { error: turn.errorClass });
  if (turn.durationMs !== undefined) turnDuration.record(seconds(turn.durationMs), { channel });
}

/** Records the start of a turn of `channel` and its wait since the message was accepted. */
export function recordQueueWait(channel: string, waitMs: number): void {
  queueWait.record(seconds(waitMs), { channel: channelLabel(channel) });
}

/** `outcome` is `ok` or the class of the error. `promptTokens` includes the cached tokens. */
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

/** Registers the source of the circuit breaker states of this process. @returns a function that removes the registration. */
export function observeToolBreakers(
  observe: () => { service: string; state: BreakerState; count: number }[],
): () => void {
  return registry.gauge(METRICS.toolBreakers, 'Circuit breakers by external service and state', () =>
    observe().map(({ count, ...labels }) => ({ value: count, labels })),
  );
}

/** Registers the source of the model circuits of this process. @returns a function that removes the registration. */
export function observeModelCircuits(
  observe: () => { provider: string; model: string; state: BreakerState; count: number }[],
): () => void {
  return registry.gauge(METRICS.modelCircuits, 'Circuit breakers of models by state', () =>
    observe().map(({ count, ...labels }) => ({ value: count, labels })),
  );
}

/** Registers the source of the MCP server states of this process. @returns a function that removes the registration. */
export function observeMcpServers(observe: () => { server: string; state: string }[]): () => void {
  return registry.gauge(METRICS.mcpServers, 'MCP servers by state', () =>
    observe().map((labels) => ({ value: 1, labels: { ...labels } })),
  );
}

/**
 * Registers the source of the number of side effects that wait for a person.
 *
 * @returns a function that removes the registration.
 */
export function observeUnknownEffects(count: () => Promise<number>): () => void {
  const description = 'Side effects with an unknown outcome that no person has settled';
  return registry.gauge(METRICS.effectsUnknown, description, async () => [{ value: await count() }]);
}

/** Registers the source of the rollup lag, in milliseconds. @returns a function that removes the registration. */
export function observeRollupLag(lagMs: () => Promise<number>): () => void {
  const description = 'Age of the oldest turn that the rollups of its org do not include yet';
  return registry.gauge(METRICS.rollupLag, description, async () => [{ value: seconds(await lagMs()) }]);
}

/** `mode` is the broker's mode (`off`, `shadow`, `enforce`), `outcome` its decision (`narrowed`, `failed_open` …). */
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

/** `route` is the route pattern instead of the path, so that the number of series stays small. */
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

/** Jobs of one queue by state, and the age of the oldest waiting job. */
export interface QueueObservation {
  queue: string;
  depth: Record<string, number>;
  oldestAgeMs: number;
}

/** Registers the source of the queue states. @returns a function that removes the registration. */
export function observeQueues(observe: () => Promise<QueueObservation[]>): () => void {
  return registry.gauges(
    {
      [METRICS.queueDepth]: 'Jobs by queue and state',
      [METRICS.queueOldestAge]: 'Age of the oldest waiting job',
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
