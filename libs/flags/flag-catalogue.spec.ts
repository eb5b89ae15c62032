import { FlagCatalogue } from './flag-catalogue.ts';
import type { FlagDefinition } from './flag-definition.ts';

const packFlag = (change: Partial<FlagDefinition> = {}): FlagDefinition =>
  ({
    key: 'estio_voice',
    type: 'boolean',
    default: false,
    description: 'Voice.',
    owner: 'estio',
    ...change,
  }) as FlagDefinition;

describe('the flag catalogue', () => {
  it('has the platform’s flags with their defaults', () => {
    const defaults = Object.fromEntries(new FlagCatalogue().all.map((flag) => [flag.key, flag.default]));
    expect(defaults).toEqual({
      tool_broker: 'off',
      tool_search: true,
      ptc: true,
      semantic_memory: true,
      context_injection: true,
      model_router: true,
      learned_ranking: true,
    });
  });

  it('takes the flags of packs', () => {
    expect(new FlagCatalogue([packFlag()]).get('estio_voice').default).toBe(false);
  });

  it.each<[string, Partial<FlagDefinition>, string]>([
    ['a key that is taken', { key: 'ptc' }, '"ptc": declared twice'],
    ['a key that is not snake_case', { key: 'Voice-2' }, 'snake_case'],
    ['a word of the console’s addresses', { key: 'export' }, 'none of alerts'],
    ['no description', { description: ' ' }, 'no description'],
    ['one variant', { type: 'variants', variants: ['a'], default: 'a', safe: 'a' }, 'two or more'],
    ['an unknown default', { type: 'variants', variants: ['a', 'b'], default: 'c', safe: 'a' }, '"c"'],
  ])('refuses %s', (_name, change, problem) => {
    expect(() => new FlagCatalogue([packFlag(change)])).toThrow(problem);
  });

  it('lists the valid flags and values in its errors', () => {
    const catalogue = new FlagCatalogue();
    expect(() => catalogue.get('tool_brocker')).toThrow(/no flag "tool_brocker".*tool_broker, tool_search/);
    expect(() => catalogue.check('tool_broker', 'on')).toThrow('one of off, shadow, enforce');
    expect(() => catalogue.check('ptc', 'true')).toThrow('one of true, false');
  });
});
