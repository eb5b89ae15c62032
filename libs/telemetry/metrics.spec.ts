import { METRICS } from './metric-names.ts';
import { renderMetrics } from './metrics-registry.ts';
import {
  observeEventLoop,
  observeQueues,
  observeToolBreakers,
  observeMcpServers,
  observeRollupLag,
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
} from './metrics.ts';

/** The value of the series, such as `name{label="x"}`. */
async function valueOf(series: string): Promise<string | undefined> {
  const lines = (await renderMetrics()).split('\n');
  return lines.find((line) => line.startsWith(`${series} `))?.slice(series.length + 1);
}

describe('metrics', () => {
  it('count turns by state, and time them in seconds', async () => {
    recordTurn({ state: 'running', channel: 'chat' });
    recordTurn({ state: 'completed', channel: 'chat', durationMs: 1_500 });
    expect(await valueOf('turnpike_turns_total{state="completed",channel="chat"}')).toBe('1');
    expect(await valueOf('turnpike_turn_duration_seconds_sum{channel="chat"}')).toBe('1.5');
    expect(await valueOf('turnpike_turn_duration_seconds_bucket{channel="chat",le="1"}')).toBe('0');
    expect(await valueOf('turnpike_turn_duration_seconds_bucket{channel="chat",le="2.5"}')).toBe('1');
  });

  it('count calls, tokens and cost of models', async () => {
    recordModelCall({
      provider: 'openai',
      model: 'm',
      outcome: 'ok',
      durationMs: 700,
      promptTokens: 100,
      cachedTokens: 40,
      completionTokens: 9,
      costUsd: 0.25,
    });
    recordModelCall({ provider: 'openai', model: 'm', outcome: 'RATE_LIMITED', durationMs: 20 });
    expect(
      await valueOf('turnpike_model_calls_total{provider="openai",model="m",outcome="RATE_LIMITED"}'),
    ).toBe('1');
    expect(await valueOf('turnpike_model_tokens_total{provider="openai",model="m",kind="prompt"}')).toBe(
      '100',
    );
    expect(await valueOf('turnpike_model_cost_usd_total{provider="openai",model="m"}')).toBe('0.25');
  });

  it('ask for queues once per scrape', async () => {
    let asked = 0;
    const stop = observeQueues(async () => {
      asked += 1;
      return [{ queue: 'turns', depth: { waiting: 3, active: 2 }, oldestAgeMs: 4_500 }];
    });
    const text = await renderMetrics();
    expect(text).toContain('turnpike_queue_depth{queue="turns",state="waiting"} 3');
    expect(text).toContain('turnpike_queue_oldest_age_seconds{queue="turns"} 4.5');
    expect(asked).toBe(1);
    stop();
    await renderMetrics();
    expect(asked).toBe(1);
  });

  it('leave out what cannot be asked, and nothing else', async () => {
    const stop = observeQueues(async () => Promise.reject(new Error('Redis is away')));
    recordQueueWait('left-in', 1_000);
    const text = await renderMetrics();
    expect(text).toContain('turnpike_queue_wait_seconds_sum{queue="left-in"} 1');
    expect(text).not.toContain('turnpike_queue_depth{');
    stop();
  });

  it('show the event loop', async () => {
    const stop = observeEventLoop();
    const text = await renderMetrics();
    expect(text).toMatch(/turnpike_event_loop_lag_seconds\{quantile="0.99"\} [\d.e-]+\n/);
    stop();
  });

  it('have exactly the names of the list, each with help and type', async () => {
    recordQueueWait('turns', 12);
    recordToolCall({ tool: 't', outcome: 'ok', durationMs: 1 });
    recordToolCache('t', 'hit');
    recordProgram({ outcome: 'ok', durationMs: 1 });
    recordToolBreakerChange('mail', 'open');
    recordBrokerSelection({ mode: 'enforce', outcome: 'narrowed', durationMs: 1 });
    recordHttpRequest({ method: 'GET', route: '/v1/turns/:id', status: 200, durationMs: 3 });
    recordSpansDropped(1, 'test');
    const stops = [
      observeQueues(async () => [{ queue: 'q', depth: { waiting: 1 }, oldestAgeMs: 0 }]),
      observeEventLoop(),
      observeToolBreakers(() => [{ service: 'mail', state: 'open', count: 1 }]),
      observeUnknownEffects(async () => 2),
      observeRollupLag(async () => 61_000),
      observeMcpServers(() => [{ server: 'geo', state: 'connected' }]),
    ];
    const typed = [...(await renderMetrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(typed.sort()).toEqual(Object.values(METRICS).sort());
    for (const stop of stops) stop();
  });
});
