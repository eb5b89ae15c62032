import { renderMetrics } from '#telemetry';
import { eventually } from '../../../test/harness/eventually.ts';
import { fakeTool, registered } from '../testing/fake-tools.ts';
import { ToolError } from '#pack-kit';
import { CircuitBreakers, CircuitOpenError, type CircuitBreaker } from './circuit-breakers.ts';

const OPEN_MS = 400;
const down = new ToolError('UPSTREAM_UNAVAILABLE', 'away');

function recording() {
  const lines: string[] = [];
  return {
    lines,
    warn: (_fields: unknown, text?: string) => void lines.push(`warn: ${text}`),
    info: (_fields: unknown, text?: string) => void lines.push(`info: ${text}`),
  };
}

function breakerOf(breakers: CircuitBreakers, orgId = 'a', service = 'mail'): CircuitBreaker {
  const breaker = breakers.of(orgId, registered(fakeTool({ outbound: { service } })));
  if (!breaker) throw new Error('no breaker');
  return breaker;
}

const failing = (breaker: CircuitBreaker, error: Error) => breaker.run(() => Promise.reject(error));
const failTimes = async (breaker: CircuitBreaker, times: number, error: Error = down) => {
  for (let time = 0; time < times; time += 1) await expect(failing(breaker, error)).rejects.toBe(error);
};

describe('circuit breakers', () => {
  it('open after five consecutive unanswered attempts', async () => {
    const log = recording();
    const breaker = breakerOf(new CircuitBreakers(log as never));
    await failTimes(breaker, 3);
    await failTimes(breaker, 1, new ToolError('TIMEOUT', 'late'));
    expect(breaker.state).toBe('closed');
    await failTimes(breaker, 1);
    expect(breaker.state).toBe('open');
    let ran = false;
    await expect(breaker.run(async () => (ran = true))).rejects.toThrow(CircuitOpenError);
    expect(ran).toBe(false);
    expect(log.lines).toEqual(['warn: an outside service is down: its circuit is open']);
  });

  it.each(['UPSTREAM_REJECTED', 'UPSTREAM_ERROR', 'RATE_LIMITED'] as const)(
    'count %s as an answer of a service that is up',
    async (errorClass) => {
      const breaker = breakerOf(new CircuitBreakers(recording() as never));
      await failTimes(breaker, 4);
      await failTimes(breaker, 1, new ToolError(errorClass, 'no'));
      await failTimes(breaker, 4);
      expect(breaker.state).toBe('closed');
    },
  );

  it.each([new ToolError('VALIDATION_FAILED', 'no'), new Error('the turn was cancelled')])(
    'do not count errors that are unrelated to the service (%p)',
    async (error) => {
      const breaker = breakerOf(new CircuitBreakers(recording() as never));
      await failTimes(breaker, 20, error);
      expect(breaker.state).toBe('closed');
      const tried = breakerOf(new CircuitBreakers(recording() as never, 0));
      await failTimes(tried, 5);
      await failTimes(tried, 1, error);
      expect(tried.state).toBe('half_open');
      await failTimes(tried, 1);
      expect(tried.state).toBe('open');
    },
  );

  it('let one attempt through after a pause, reject the others, and close if it succeeds', async () => {
    const log = recording();
    const breaker = breakerOf(new CircuitBreakers(log as never, OPEN_MS));
    await failTimes(breaker, 5);
    let answer: (text: string) => void = () => undefined;
    const trial = await eventually(async () => {
      let ran = false;
      const running = breaker.run(() => {
        ran = true;
        return new Promise<string>((resolve) => (answer = resolve));
      });
      running.catch(() => undefined);
      await new Promise(setImmediate);
      expect(ran).toBe(true);
      return { running };
    });
    expect(breaker.state).toBe('half_open');
    await expect(breaker.run(async () => 'second')).rejects.toThrow(CircuitOpenError);
    answer('first');
    await expect(trial.running).resolves.toBe('first');
    expect(breaker.state).toBe('closed');
    expect(log.lines.at(-1)).toBe('info: an outside service is back: its circuit is closed');
  });

  it('open again when the one attempt fails', async () => {
    const breaker = breakerOf(new CircuitBreakers(recording() as never, OPEN_MS));
    await failTimes(breaker, 5);
    await eventually(async () => expect(failing(breaker, down)).rejects.toBe(down));
    await expect(failing(breaker, down)).rejects.toThrow(CircuitOpenError);
  });

  it('are one per service and org', async () => {
    const breakers = new CircuitBreakers(recording() as never);
    await failTimes(breakerOf(breakers, 'a', 'mail'), 5);
    expect(breakerOf(breakers, 'a', 'mail').state).toBe('open');
    expect(breakerOf(breakers, 'b', 'mail').state).toBe('closed');
    expect(breakerOf(breakers, 'a', 'search').state).toBe('closed');
    expect(breakers.states()).toEqual(
      expect.arrayContaining([
        { service: 'mail', state: 'open', count: 1 },
        { service: 'mail', state: 'closed', count: 1 },
        { service: 'search', state: 'closed', count: 1 },
      ]),
    );
    expect(await renderMetrics()).toContain(
      'turnpike_tool_breaker_changes_total{service="mail",state="open"}',
    );
  });

  it('belong to the tool if it names no service, and do not exist if it calls none', () => {
    const breakers = new CircuitBreakers(recording() as never);
    expect(breakers.of('a', registered(fakeTool({ outbound: true })))?.service).toBe('test/echo');
    expect(breakers.of('a', registered(fakeTool({ outbound: false })))).toBeUndefined();
    expect(breakers.of('a', registered(fakeTool()))).toBeUndefined();
  });

  it('are kept for a bounded number of services', () => {
    const breakers = new CircuitBreakers(recording() as never);
    for (let org = 0; org < 5_100; org += 1) breakerOf(breakers, String(org));
    expect(breakers.states()).toEqual([{ service: 'mail', state: 'closed', count: 5_000 }]);
  });
});
