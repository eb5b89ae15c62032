import { z } from 'zod';
import type { RegisteredTool } from '#tools';
import { countTextTokens } from '#models';
import { effectiveLimits } from '#sandbox';
import { programPrompt } from './program-prompt.ts';

const nameOf = (at: number) => `tool_number_${at}`;

/** The last line of the prompt, for so many functions without a signature. */
async function namesOf(count: number, maxTokens: number, hasSearch = true): Promise<string> {
  const tools = Array.from({ length: count }, (_, at): [string, RegisteredTool] => [
    nameOf(at),
    { tool: { name: nameOf(at) } } as RegisteredTool,
  ]);
  const { prompt } = await programPrompt({
    signable: [],
    callable: new Map(tools),
    to: {} as never,
    limits: effectiveLimits(),
    maxTokens,
    timezone: 'Asia/Nicosia',
    hasSearch,
  });
  return prompt.split('\n').at(-1) ?? '';
}

const named = (line: string) => line.match(/tool_number_\d+/g) ?? [];

describe('functions without a signature', () => {
  it('are all named by the alphabet if there are enough tokens', async () => {
    const line = await namesOf(80, 900);
    expect(named(line)).toEqual(Array.from({ length: 80 }, (_, at) => nameOf(at)).toSorted());
    expect(line).not.toContain('more');
  });

  it('are named while tokens remain, and the rest is counted', async () => {
    const line = await namesOf(400, 900);
    const { length } = named(line);
    expect(length).toBeGreaterThan(80);
    expect(await countTextTokens(line)).toBeLessThanOrEqual(900);
    expect(line).toMatch(
      new RegExp(`tool_number_\\d+ and ${400 - length} more, which tool_search finds\\.$`),
    );
    expect(named(line)).toEqual(Array.from({ length }, (_, at) => nameOf(at)).toSorted());
  });

  it('are named up to twenty in any case', async () => {
    expect(named(await namesOf(12, 0))).toHaveLength(12);
    const line = await namesOf(30, 0);
    expect(named(line)).toHaveLength(20);
    expect(line).toMatch(/ and 10 more, which tool_search finds\.$/);
  });

  it('are only counted if the turn has no tool_search', async () => {
    expect(await namesOf(30, 0, false)).toMatch(/ and 10 more\.$/);
  });
});

describe('functions with a signature', () => {
  const listing = z.object({
    id: z.string(),
    price: z.number().describe('euro'),
    near: z.string().nullable(),
  });
  const registered = (name: string, result?: z.ZodType): RegisteredTool =>
    ({
      tool: { name, description: 'Finds homes.', result, sideEffect: 'none' },
      parameters: { type: 'object', properties: { beds: { type: 'integer', description: '0 is a studio' } } },
    }) as unknown as RegisteredTool;
  const homes = registered('find_homes', z.object({ total: z.int(), homes: z.array(listing) }));
  const other = registered('other');
  const promptOf = (maxTokens: number) =>
    programPrompt({
      signable: [homes, other],
      callable: new Map([homes, other].map((one) => [one.tool.name, one])),
      to: { caller: { kind: 'staff' } } as never,
      limits: effectiveLimits(),
      maxTokens,
      timezone: 'Asia/Nicosia',
      hasSearch: true,
    });

  it('state types, notes, time zone and limits, and are followed by an example of the first that gives a list', async () => {
    const { prompt, signed } = await promptOf(900);
    expect([...signed]).toEqual(['find_homes', 'other']);
    expect(prompt).toContain('beds?:number // 0 is a studio');
    expect(prompt).toContain('homes:Array<{id:string, price:number /* euro */, near:string|null}>}\n');
    expect(prompt).toContain('}):unknown\n');
    expect(prompt).toContain('Async functions:');
    expect(prompt).toContain('"2026-11-30T09:00 Asia/Nicosia"');
    expect(prompt).toMatch(/Limits: 20 calls, 10 at once, 10 s/);
    expect(prompt).toContain(
      '`return (await find_homes({…})).homes.slice(0, 5).map(({ id, price }) => ({ id, price }));`',
    );
  });

  it('take the tokens in the order of their rank, comments after all signatures', async () => {
    const studios = async (maxTokens: number) => {
      const { prompt, signed } = await promptOf(maxTokens);
      return { signed: [...signed].join(' '), studios: prompt.split('0 is a studio').length - 1 };
    };
    expect(await studios(900)).toEqual({ signed: 'find_homes other', studios: 2 });
    expect(await studios(55)).toEqual({ signed: 'find_homes other', studios: 1 });
    expect(await studios(40)).toEqual({ signed: 'find_homes other', studios: 0 });
    expect(await studios(30)).toEqual({ signed: 'find_homes', studios: 0 });
    expect(await studios(5)).toEqual({ signed: '', studios: 0 });
  });
});
