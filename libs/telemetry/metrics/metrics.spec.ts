import { metricIncreases } from '../../../test/harness/metric-increases.ts';
import { recordEveryMetric } from './every-metric.fixture.ts';
import { METRICS } from './metric-names.ts';
import { renderMetrics } from './metrics-registry.ts';
import { observeEventLoop } from './event-loop-lag.ts';
import { observeQueues, recordModelCall, recordQueueWait, recordTurn } from './metrics.ts';

describe('metrics', () => {
  let increaseOf: (series: string) => Promise<number>;

  beforeEach(async () => {
    increaseOf = await metricIncreases();
  });

  it('count turns by state and measure them in seconds', async () => {
    recordTurn({ state: 'running', channel: 'chat' });
    recordTurn({ state: 'completed', channel: 'chat', durationMs: 1_500 });
    expect(await increaseOf('turnpike_turns_total{state="completed",channel="chat"}')).toBe(1);
    expect(await increaseOf('turnpike_turn_duration_seconds_sum{channel="chat"}')).toBeCloseTo(1.5, 6);
    expect(await increaseOf('turnpike_turn_duration_seconds_bucket{channel="chat",le="1"}')).toBe(0);
    expect(await increaseOf('turnpike_turn_duration_seconds_bucket{channel="chat",le="2.5"}')).toBe(1);
  });

  it('count failed turns by the class of their error', async () => {
    recordTurn({ state: 'failed', channel: 'chat', durationMs: 20, errorClass: 'MODEL_BUDGET_EXCEEDED' });
    expect(await increaseOf('turnpike_turn_failures_total{error="MODEL_BUDGET_EXCEEDED"}')).toBe(1);
    expect(await increaseOf('turnpike_turns_total{state="failed",channel="chat"}')).toBe(1);
  });

  it('count calls, tokens and cost of models', async () => {
    const call = { provider: 'openai', model: 'm', durationMs: 700 };
    const used = { promptTokens: 100, cachedTokens: 40, completionTokens: 9, costUsd: 0.25 };
    recordModelCall({ ...call, ...used, outcome: 'ok' });
    recordModelCall({ ...call, outcome: 'RATE_LIMITED' });
    const increase = (name: string, more = '') =>
      increaseOf(`turnpike_model_${name}{provider="openai",model="m"${more}}`);
    expect(await increase('calls_total', ',outcome="RATE_LIMITED"')).toBe(1);
    expect(await increase('tokens_total', ',kind="prompt"')).toBe(100);
    expect(await increase('cost_usd_total')).toBeCloseTo(0.25, 6);
  });

  it('read the queues once per scrape', async () => {
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

  it('omit only the gauges whose source fails', async () => {
    const stop = observeQueues(async () => Promise.reject(new Error('Redis is away')));
    recordQueueWait('voice', 1_000);
    expect(await increaseOf('turnpike_queue_wait_seconds_sum{channel="voice"}')).toBe(1);
    expect(await renderMetrics()).not.toContain('turnpike_queue_depth{');
    stop();
  });

  it('measure the lag of the event loop', async () => {
    const stop = observeEventLoop();
    const text = await renderMetrics();
    expect(text).toMatch(/turnpike_event_loop_lag_seconds\{quantile="0.99"\} [\d.e-]+\n/);
    stop();
  });

  it('have exactly the names of the list, each with help and type', async () => {
    const stop = recordEveryMetric();
    const typed = [...(await renderMetrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(typed.sort()).toEqual(Object.values(METRICS).sort());
    stop();
  });
});
