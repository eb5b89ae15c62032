import fc from 'fast-check';
import { forAll } from '../../../test/harness/for-all.ts';
import { factLine, factsInPrompt, MAX_TOKENS_OF_FACTS } from './prompt-facts.ts';
import { passagesOf } from './passages.ts';

const letters = (text: string) => text.replaceAll(/\s/g, '');
const words = fc.array(fc.constantFrom('fee', 'يوم', 'a.', 'b?\n', '\n\n', 'x'.repeat(700), '𝒳'), {
  maxLength: 300,
});

it('passages keep every letter in order and are short', () =>
  forAll(100, words, (some) => {
    const text = some.join(' ');
    const passages = passagesOf(text);
    expect(letters(passages.join(''))).toBe(letters(text));
    for (const passage of passages) expect(passage.length).toBeLessThanOrEqual(600);
    // Short neighbours are joined.
    for (const [at, passage] of passages.slice(1).entries())
      expect(passages[at]!.length + passage.length).toBeGreaterThan(300);
  }));

it('a prompt has all facts if they fit, otherwise the short ones that fit, in their order', () =>
  forAll(100, fc.array(fc.integer({ min: 4, max: 120 })), (sizes) => {
    const facts = sizes.map((tokens, id) => ({ id, tokens }));
    const all = sizes.reduce((total, tokens) => total + tokens, 0);
    const chosen = factsInPrompt(facts);
    const sum = chosen.reduce((total, { tokens }) => total + tokens, 0);
    expect(sum).toBeLessThanOrEqual(MAX_TOKENS_OF_FACTS);
    expect(chosen.map(({ id }) => id)).toEqual(chosen.map(({ id }) => id).toSorted((a, b) => a - b));
    for (const { id, tokens } of facts.filter((fact) => !chosen.includes(fact)))
      expect({
        id,
        fits: (tokens <= 80 || all <= MAX_TOKENS_OF_FACTS) && sum + tokens <= MAX_TOKENS_OF_FACTS,
      }).toEqual({
        id,
        fits: false,
      });
  }));

it('a fact is one line with its source', () =>
  expect(factLine({ title: 'Hours', text: 'Mon\n to Fri', source: 'x.example' })).toBe(
    '- Hours: Mon to Fri (source: x.example)',
  ));
