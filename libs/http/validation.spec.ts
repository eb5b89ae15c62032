import { z } from 'zod';
import { ProblemError } from './problem.error.ts';
import { readHeader, validationPipe } from './validation.ts';

const body = z.strictObject({
  name: z.string().max(3),
  'a/b~c': z.number().optional(),
  list: z.array(z.strictObject({ id: z.uuid() })).optional(),
});

async function refusal(value: unknown): Promise<ProblemError> {
  try {
    await validationPipe().transform(value, { type: 'body', schema: body } as never);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('expected a rejection');
}

describe('the validation of requests', () => {
  it('accepts valid input', async () => {
    expect(
      await validationPipe().transform({ name: 'ann' }, { type: 'body', schema: body } as never),
    ).toEqual({ name: 'ann' });
  });

  it.each<[string, unknown, string[]]>([
    ['a field', { name: 5 }, ['/name']],
    ['a missing field', {}, ['/name']],
    ['a field in a list', { name: 'x', list: [{ id: '' }] }, ['/list/0/id']],
    ['a name that has to be escaped', { name: 'x', 'a/b~c': 'y' }, ['/a~1b~0c']],
    ['each unknown field', { name: 'x', one: 1, 't/wo': 2 }, ['/one', '/t~1wo']],
    [
      'an unknown field in a list',
      { name: 'x', list: [{ id: '01a1f963-dee8-7536-87f3-af7362d87643', more: 1 }] },
      ['/list/0/more'],
    ],
    ['no object at all', 'text', ['']],
    ['nothing', undefined, ['']],
  ])('names %s by its pointer', async (_name, value, pointers) => {
    const problem = await refusal(value);
    expect([problem.status, problem.code]).toEqual([422, 'invalid-request']);
    expect(problem.options.errors?.map((error) => error.pointer)).toEqual(pointers);
  });

  it.each<[string, unknown, string[]]>([
    ['half of a character', { text: 'a\ud800b' }, ['/text']],
    ['NUL in a list', { list: ['fine 😀', 'a\u0000'] }, ['/list/1']],
    ['a name', { inner: { 'a\udc00': 1 } }, ['/inner']],
    ['each place', { text: '\udc00', inner: { a: ['\ud83d'] } }, ['/text', '/inner/a/0']],
  ])('rejects text that cannot be stored: %s', async (_name, value, pointers) => {
    const schema = z.record(z.string(), z.unknown());
    const error: unknown = await validationPipe()
      .transform(value, { type: 'body', schema } as never)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 422, message: expect.stringContaining('broken characters') });
    expect((error as ProblemError).options.errors?.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('handles any depth, and reports a place once', async () => {
    let deep: unknown = '\ud800';
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    expect((await refusal({ name: 'x', list: deep })).options.errors).toHaveLength(2);
    expect((await refusal({ name: '\ud800'.repeat(9) })).options.errors).toEqual([
      { pointer: '/name', detail: 'expected at most 3 characters' },
    ]);
  });

  it('limits the number of errors', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`${'x'.repeat(300)}${index}`, 1]),
    );
    const problem = await refusal({ name: 'x', ...many });
    expect(problem.options.errors).toHaveLength(20);
    expect(problem.message.length).toBeLessThan(5_000);
  });
});

describe('an invalid value', () => {
  const refused = async (value: unknown, metadata: object): Promise<string> => {
    const pipe = validationPipe();
    const error: unknown = await pipe.transform(value, metadata as never).catch((reason: unknown) => reason);
    return (error as ProblemError).message;
  };

  it('of a path or a query is named', async () => {
    const id = { type: 'param', data: 'turnId', schema: z.uuid() };
    expect(await refused('x', id)).toBe('The request is invalid. /turnId: expected a UUID, found "x".');
    expect(await refused('x', { type: 'query', schema: z.strictObject({}) })).toContain('the query: ');
    expect(await refused('x', { type: 'body', schema: z.strictObject({}) })).toContain('the body: ');
  });

  it('is reported once, by its cause, and in plain words for text instead of a number', async () => {
    const url = z.url().refine(() => false, 'has a password');
    expect(await refused('x', { type: 'body', schema: url })).toMatch(
      /the body: expected an absolute URL\.$/,
    );
    const twice = z.object({ days: z.coerce.number() }).superRefine((_query, context) => {
      for (let time = 0; time < 2; time += 1)
        context.addIssue({ code: 'custom', path: ['from'], message: 'is too early' });
    });
    const query = { type: 'query', schema: twice };
    expect(await refused({ days: 'some' }, query)).toBe(
      'The request is invalid. /days: expected a number, found "some".',
    );
    expect(await refused({ days: '3' }, query)).toBe('The request is invalid. /from: is too early.');
  });

  it.each<[unknown, string]>([
    [{ wait: 'abc' }, '/wait: expected a number, found "abc"'],
    [{ wait: '99' }, '/wait: expected at most 25, found "99"'],
    [{ wait: ['1', '2'] }, '/wait: expected a number, found 2 values'],
    [{ sort: 'up' }, '/sort: expected one of "old", "new", found "up"'],
    [{ sort: ['old', 'new'] }, '/sort: expected one of "old", "new", found 2 values'],
    [{ wait: 'x'.repeat(100) }, `/wait: expected a number, found "${'x'.repeat(40)}…"`],
    [{ id: ['1', '2'] }, '/id: expected a string, found an array'],
  ])('of a query is repeated in the error: %j', async (value, detail) => {
    const schema = z.object({
      wait: z.coerce.number().max(25).optional(),
      sort: z.enum(['old', 'new']).optional(),
      id: z.string().optional(),
    });
    expect(await refused(value, { type: 'query', schema })).toBe(`The request is invalid. ${detail}.`);
  });

  it.each<[unknown, string]>([
    [{ wiat: '5' }, 'unknown parameter "wiat"; did you mean "wait"?'],
    [{ colour: 'red' }, 'unknown parameter "colour".'],
    [
      { wiat: '5', limit: 'x' },
      '/limit: expected a number, found "x"; unknown parameter "wiat"; did you mean "wait"?',
    ],
  ])('of a query gets a suggestion for the parameter: %j', async (value, said) => {
    const schema = z.strictObject({ wait: z.string().optional(), limit: z.coerce.number().optional() });
    expect(await refused(value, { type: 'query', schema })).toBe(`The request is invalid. ${said}`);
  });

  it('of a body gets a suggestion for the field', async () => {
    const schema = z.strictObject({ text: z.string() });
    expect(await refused({ text: 'x', txet: 'y' }, { type: 'body', schema })).toBe(
      'The request is invalid. /txet: unknown field; did you mean "text"?',
    );
  });

  it('is repeated depending on the issue code, not on its message', async () => {
    const schema = z.object({ org: z.string().regex(/^[a-z]+$/, 'the slug of an org') });
    expect(await refused({ org: 'A B' }, { type: 'query', schema })).toBe(
      'The request is invalid. /org: the slug of an org, found "A B".',
    );
  });

  it('of a body is never repeated, because it may be a secret', async () => {
    const schema = z.object({ password: z.string().max(3) });
    expect(await refused({ password: 'hunter2' }, { type: 'body', schema })).not.toContain('hunter2');
  });
});

describe('a header', () => {
  const schema = z.string().min(1).max(3).optional();

  it('is read by its schema', () => {
    expect(readHeader('x-key', schema, 'abc')).toBe('abc');
    expect(readHeader('x-key', schema, undefined)).toBeUndefined();
  });

  it.each(['', 'abcd'])('is rejected by name when it is %j', (value) => {
    expect(() => readHeader('x-key', schema, value)).toThrow(
      expect.objectContaining({
        status: 422,
        options: { errors: [{ pointer: '/x-key', detail: expect.any(String) }] },
      }),
    );
  });
});
