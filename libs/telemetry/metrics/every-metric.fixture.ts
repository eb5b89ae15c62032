import { observeEventLoop } from './event-loop-lag.ts';
import {
  observeMcpServers,
  observeModelCircuits,
  observeQueues,
  observeRollupLag,
  observeToolBreakers,
  observeUnknownEffects,
  recordBrokerSelection,
  recordHttpRequest,
  recordModelCall,
  recordProgram,
  recordQueueWait,
  recordSpansDropped,
  recordToolBreakerChange,
  recordToolCache,
  recordToolCall,
  recordTurn,
  recordWebhookAttempt,
} from './metrics.ts';

/** Records a series with all labels for every metric. @returns a function that removes the observed gauges. */
export function recordEveryMetric(): () => void {
  recordTurn({ state: 'completed', channel: 'chat', retries: 1 });
  recordTurn({ state: 'failed', channel: 'chat', durationMs: 9, errorClass: 'CRASH_LOOP' });
  recordQueueWait('chat', 12);
  recordModelCall({ provider: 'openai', model: 'm', outcome: 'ok', durationMs: 7, costUsd: 0.25 });
  recordToolCall({ tool: 't', outcome: 'ok', durationMs: 1 });
  recordToolCache('t', 'hit');
  recordProgram({ outcome: 'ok', durationMs: 1 });
  recordToolBreakerChange('mail', 'open');
  recordBrokerSelection({ mode: 'enforce', outcome: 'narrowed', durationMs: 1 });
  recordHttpRequest({ method: 'GET', route: '/v1/turns/:id', status: 200, durationMs: 3 });
  recordSpansDropped(1, 'test');
  recordWebhookAttempt('retry');
  const stops = [
    observeQueues(async () => [{ queue: 'q', depth: { waiting: 1 }, oldestAgeMs: 0 }]),
    observeEventLoop(),
    observeToolBreakers(() => [{ service: 'mail', state: 'open', count: 1 }]),
    observeModelCircuits(() => [{ provider: 'openai', model: 'm', state: 'open', count: 1 }]),
    observeUnknownEffects(async () => 2),
    observeRollupLag(async () => 61_000),
    observeMcpServers(() => [{ server: 'geo', state: 'ready' }]),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
