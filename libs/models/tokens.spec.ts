import v8 from 'node:v8';
import vm from 'node:vm';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { forAllAsync } from '../../test/harness/for-all.ts';
import { workMs } from '../../test/harness/work-ms.ts';
import {
  countMessageTokens,
  countRequestTokens,
  countTextTokens,
  countToolTokens,
  loadTokenizer,
} from './tokens.ts';

const tool = {
  name: 'find',
  description: 'Finds things',
  parameters: { type: 'object', properties: { q: { type: 'string' } } },
};

beforeAll(loadTokenizer);

/** Together several times the size of the cache. */
const PROMPTS = 100;

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

/** Heap size in bytes after a garbage collection. */
function usedHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('tokens', () => {
  it('counts as o200k_base does', async () => {
    expect(await countTextTokens('')).toBe(0);
    expect(await countTextTokens('hello world')).toBe(2);
    expect(await countTextTokens('a <|endoftext|> b')).toBeGreaterThan(2);
  });

  it('counts a text as the sum of its paragraphs, which equals its count as a whole', async () => {
    const part = fc.constantFrom(...'\n|\n\n|\n\n\n|\r\n| |  |\t|- item|word.|"|1,250|٣٥٠|شقة|#'.split('|'));
    await forAllAsync(500, fc.array(part, { maxLength: 30 }), async (parts) => {
      const text = parts.join('');
      expect(await countTextTokens(text)).toBe(countTokens(text));
    });
  });

  it('counts one long word quickly', async () => {
    const count = async () => expect(await countTextTokens('ab'.repeat(16_000))).toBeGreaterThan(1_000);
    expect(await workMs(count, 10_000)).toBeLessThan(10_000);
  });

  it('does not keep a prompt in memory because of a cached paragraph', async () => {
    const prompt = (index: number) =>
      `${'The same to everybody. '.repeat(20_000)}\n\nOf ${index} alone, and short.`;
    await countTextTokens(prompt(0));
    const before = usedHeap();
    for (let index = 1; index <= PROMPTS; index += 1) await countTextTokens(prompt(index));
    // The cached prompts have 8 million characters, at one byte each.
    expect(usedHeap() - before).toBeLessThan((PROMPTS * prompt(0).length) / 3);
  });

  it('counts messages, calls and tools', async () => {
    const call = { id: '1', name: 'find', arguments: { q: 'flats in Paphos' } };
    const plain = await countMessageTokens([{ role: 'assistant', text: '', toolCalls: [] }]);
    expect(plain).toBe(3);
    expect(await countMessageTokens([{ role: 'assistant', text: '', toolCalls: [call] }])).toBeGreaterThan(
      plain + 5,
    );
    expect(await countToolTokens([tool])).toEqual(await countToolTokens([structuredClone(tool)]));
    const request = {
      system: 'You help.',
      messages: [{ role: 'user' as const, text: 'hello world' }],
      tools: [tool],
    };
    expect(await countRequestTokens(request)).toBe(
      (await countTextTokens('You help.')) + 3 + (3 + 2) + 3 + Number(await countToolTokens([tool])),
    );
  });
});
