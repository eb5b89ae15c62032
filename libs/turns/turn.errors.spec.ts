import { TurnpikeError } from '#contracts';
import { DatabaseUnavailableError } from '#database';
import { ModelError } from '#models';
import { ToolError } from '#pack-kit';
import { errorClassOf, messageForPeople, PermanentTurnError, stateAfter } from './turn.errors.ts';

const mistake = new TurnpikeError('the secret', { code: 'MISTAKE', kind: 'defect', audience: 'developer' });

describe('an error of a turn', () => {
  it.each<[string, unknown, 'queued' | 'failed', string]>([
    ['a database that is away', new DatabaseUnavailableError(undefined), 'queued', 'DATABASE_UNAVAILABLE'],
    ['a provider that limits rates', new ModelError('RATE_LIMITED', 'slow'), 'queued', 'MODEL_RATE_LIMITED'],
    ['a provider that refuses a request', new ModelError('BAD_REQUEST', 'no'), 'failed', 'MODEL_BAD_REQUEST'],
    ['a task that waits too long', new ToolError('TIMEOUT', 'late'), 'queued', 'TIMEOUT'],
    ['a task that finds nothing', new ToolError('NOT_FOUND', 'none'), 'failed', 'NOT_FOUND'],
    ['an agent that is gone', new PermanentTurnError('AGENT_GONE', 'gone'), 'failed', 'AGENT_GONE'],
    ['a mistake of ours', mistake, 'failed', 'INTERNAL'],
    ['what nobody foresaw', new Error('secret'), 'queued', 'INTERNAL'],
    ['what is no error', 'secret', 'queued', 'INTERNAL'],
  ])('of %s', (_case, error, state, errorClass) => {
    expect([stateAfter(error, false), stateAfter(error, true)]).toEqual([state, 'failed']);
    expect(errorClassOf(error)).toBe(errorClass);
    expect(messageForPeople(error)).not.toContain('secret');
  });

  it('reveals no internal details to users', () => {
    expect(messageForPeople(new ModelError('BAD_REQUEST', 'The key sk-abcdefghijklmnopqrstuv is bad'))).toBe(
      'The key [redacted] is bad',
    );
    expect(messageForPeople(mistake)).toMatch(/on our side/);
  });
});
