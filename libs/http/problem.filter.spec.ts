import { NotFoundException, type ArgumentsHost } from '@nestjs/common';
import { errorKinds, TurnpikeError } from '#contracts';
import { DatabaseUnavailableError } from '#database';
import { ProblemError } from './problem.error.ts';
import { ProblemFilter } from './problem.filter.ts';

/** A recorded reply. */
class Reply {
  statusCode = 0;
  sentHeaders: Record<string, string> = {};
  contentType = '';
  body: Record<string, unknown> = {};
  destroyed = false;
  raw = { headersSent: false, destroy: () => (this.destroyed = true) };

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  headers(headers: Record<string, string>): this {
    this.sentHeaders = headers;
    return this;
  }

  type(type: string): this {
    this.contentType = type;
    return this;
  }

  send(body: string): void {
    this.body = JSON.parse(body) as Record<string, unknown>;
  }
}

const request = { routeOptions: { bodyLimit: 256 * 1_024 } };

function answer(error: unknown) {
  const reply = new Reply();
  const logged: unknown[] = [];
  const filter = new ProblemFilter({ error: (entry: unknown) => void logged.push(entry) } as never);
  filter.catch(error, {
    switchToHttp: () => ({ getResponse: () => reply, getRequest: () => request }),
  } as unknown as ArgumentsHost);
  return { reply, logged };
}

const fastifyError = (statusCode: number) =>
  Object.assign(new Error('Body is not valid JSON'), { statusCode });

describe('problem details', () => {
  it.each<[string, unknown, number, string]>([
    ['a problem', new ProblemError(409, 'taken', 'It is taken.'), 409, 'taken'],
    ['an exception of Nest', new NotFoundException('Cannot GET /x'), 404, 'not-found'],
    ['unreadable JSON', fastifyError(400), 400, 'bad-request'],
    ['a body that is no JSON', fastifyError(415), 415, 'unsupported-media-type'],
    ['a body that is too large', fastifyError(413), 413, 'content-too-large'],
    ['a database that is away', new DatabaseUnavailableError(undefined), 503, 'database-unavailable'],
    ['an unready process', new ProblemError(503, 'not-ready', 'Cannot be reached: queue.'), 503, 'not-ready'],
    [
      'an error of a lib',
      new TurnpikeError('No such thing.', { code: 'NO_SUCH_THING', kind: 'not_found' }),
      404,
      'no-such-thing',
    ],
    [
      'a mistake of ours',
      new TurnpikeError('password of the database', { code: 'X', kind: 'defect', audience: 'developer' }),
      500,
      'internal',
    ],
    ['what nobody foresaw', new Error('password of the database'), 500, 'internal'],
    ['what is no error', 'text', 500, 'internal'],
    ['an error with a server status', fastifyError(501), 500, 'internal'],
  ])('answer %s', (_name, error, status, code) => {
    const { reply, logged } = answer(error);
    expect(reply.statusCode).toBe(status);
    expect(reply.contentType).toBe('application/problem+json');
    expect(reply.body).toMatchObject({
      type: `urn:turnpike:problem:${code}`,
      status,
      title: expect.any(String),
      detail: expect.any(String),
    });
    expect(JSON.stringify(reply.body)).not.toContain('password');
    expect(logged).toHaveLength(status === 500 ? 1 : 0);
  });

  it('name the maximum size of a body', () => {
    expect(answer(fastifyError(413)).reply.body).toMatchObject({
      detail: 'The body is larger than the 256 KiB that this route takes.',
    });
  });

  it('carry fields and headers', () => {
    const problem = new ProblemError(429, 'slow', 'Slow.', {
      errors: [{ pointer: '/a', detail: 'x' }],
      headers: { 'retry-after': '3' },
    });
    const { reply } = answer(problem);
    expect(reply.body.errors).toEqual([{ pointer: '/a', detail: 'x' }]);
    expect(reply.sentHeaders).toEqual({ 'retry-after': '3' });
    expect(answer(new DatabaseUnavailableError(undefined)).reply.sentHeaders).toEqual({ 'retry-after': '2' });
  });

  it('have default WWW-Authenticate and Retry-After headers', () => {
    expect(answer(new ProblemError(401, 'x', 'x')).reply.sentHeaders).toEqual({
      'www-authenticate': 'Bearer',
    });
    expect(answer(new ProblemError(503, 'x', 'x')).reply.sentHeaders).toEqual({ 'retry-after': '2' });
    const signed = new ProblemError(401, 'x', 'x', { headers: { 'www-authenticate': 'Signature' } });
    expect(answer(signed).reply.sentHeaders).toEqual({ 'www-authenticate': 'Signature' });
  });

  it('name the invalid field and the time of a retry', () => {
    const error = new TurnpikeError('Slow.', {
      code: 'SLOW',
      kind: 'too_many',
      pointer: '/text',
      retryAfterMs: 2_100,
    });
    const { reply } = answer(error);
    expect(reply.body.errors).toEqual([{ pointer: '/text', detail: 'Slow.' }]);
    expect(reply.sentHeaders).toEqual({ 'retry-after': '3' });
  });

  it('are logged with level ERROR only if a person must act', () => {
    const logged = errorKinds.map((kind) => {
      const count = (audience: 'client' | 'operator', retry: 'retry' | 'fail') =>
        answer(new TurnpikeError('x', { code: 'X', kind, audience, retry })).logged.length;
      return [count('client', 'fail'), count('operator', 'retry'), count('operator', 'fail')];
    });
    expect(logged).toEqual(errorKinds.map(() => [0, 0, 1]));
  });

  it('abort a response that has begun, and are logged', () => {
    const reply = new Reply();
    reply.raw.headersSent = true;
    const logged: unknown[] = [];
    const error = new Error('x');
    new ProblemFilter({ error: (context: unknown) => void logged.push(context) } as never).catch(error, {
      switchToHttp: () => ({ getResponse: () => reply }),
    } as unknown as ArgumentsHost);
    expect([reply.destroyed, reply.statusCode]).toEqual([true, 0]);
    expect(logged).toEqual([{ err: error }]);
  });
});
