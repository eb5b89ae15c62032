import { NotFoundException, type ArgumentsHost } from '@nestjs/common';
import { DatabaseUnavailableError } from '#database';
import { ProblemError } from './problem.error.ts';
import { ProblemFilter } from './problem.filter.ts';

/** What a reply was told. */
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

function answer(error: unknown, map?: (error: unknown) => ProblemError | undefined) {
  const reply = new Reply();
  const logged: unknown[] = [];
  const filter = new ProblemFilter({ error: (entry: unknown) => void logged.push(entry) } as never, map);
  filter.catch(error, { switchToHttp: () => ({ getResponse: () => reply }) } as unknown as ArgumentsHost);
  return { reply, logged };
}

const fastifyError = (statusCode: number) =>
  Object.assign(new Error('Body is not valid JSON'), { statusCode });

describe('problem details', () => {
  it.each<[string, unknown, number, string]>([
    ['a problem', new ProblemError(409, 'taken', 'It is taken.'), 409, 'taken'],
    ['an exception of Nest', new NotFoundException('Cannot GET /x'), 404, 'not-found'],
    ['unreadable JSON', fastifyError(400), 400, 'bad-request'],
    ['a body that is too large', fastifyError(413), 413, 'content-too-large'],
    ['a database that is away', new DatabaseUnavailableError(undefined), 503, 'database-unavailable'],
    [
      'a process that is not ready',
      new ProblemError(503, 'not-ready', 'Cannot be reached: queue.'),
      503,
      'not-ready',
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

  it('carry fields and headers', () => {
    const problem = new ProblemError(429, 'slow', 'Slow.', {
      errors: [{ pointer: '/a', detail: 'x' }],
      headers: { 'retry-after': '3' },
    });
    const { reply } = answer(new Error('domain'), () => problem);
    expect(reply.body.errors).toEqual([{ pointer: '/a', detail: 'x' }]);
    expect(reply.sentHeaders).toEqual({ 'retry-after': '3' });
    expect(answer(new DatabaseUnavailableError(undefined)).reply.sentHeaders).toEqual({ 'retry-after': '2' });
  });

  it('break off an answer that has begun', () => {
    const reply = new Reply();
    reply.raw.headersSent = true;
    new ProblemFilter({ error: () => undefined } as never).catch(new Error('x'), {
      switchToHttp: () => ({ getResponse: () => reply }),
    } as unknown as ArgumentsHost);
    expect([reply.destroyed, reply.statusCode]).toEqual([true, 0]);
  });
});
