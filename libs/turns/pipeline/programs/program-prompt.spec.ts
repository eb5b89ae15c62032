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
    hasSearch,
  });
  return prompt.split('\n').at(-1) ?? '';
}

const named = (line: string) => line.match(/tool_number_\d+/g) ?? [];

describe('functions without a signature', () => {
  it('are all named if there are enough tokens', async () => {
    const line = await namesOf(80, 900);
    expect(named(line)).toEqual(Array.from({ length: 80 }, (_, at) => nameOf(at)));
    expect(line).not.toContain('more');
  });

  it('are named while tokens remain, and the rest is counted', async () => {
    const line = await namesOf(400, 900);
    const { length } = named(line);
    expect(length).toBeGreaterThan(80);
    expect(await countTextTokens(line)).toBeLessThanOrEqual(900);
    expect(line).toMatch(
      new RegExp(`tool_number_${length - 1} and ${400 - length} more, which tool_search finds\\.$`),
    );
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
