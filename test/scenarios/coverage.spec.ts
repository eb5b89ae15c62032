import { detectLanguage, type ScenarioSuite } from '#tools';
import { consult } from '../../libs/packs/consult/index.ts';
import { scenarios as consultScenarios } from '../../libs/packs/consult/scenarios/index.ts';
import { scenarios as geoScenarios } from '../../libs/packs/geo/scenarios/index.ts';
import { geoTools } from '../../libs/packs/geo/tools/index.ts';

const anyService = new Proxy({}, { get: () => 'https://service.example' });

/** Tools that are called for messages in a language, as the scenarios have it. */
function calledIn({ scenarios }: ScenarioSuite, language: string): Set<string> {
  const steps = scenarios.flatMap((scenario) => scenario.steps);
  const inLanguage = steps.filter(({ say }) => {
    const text = typeof say === 'string' ? say : say(anyService);
    return detectLanguage(text) === language;
  });
  return new Set(inLanguage.flatMap(({ expect: { calls = [] } }) => calls.map(({ tool }) => tool)));
}

describe.each([
  ['consult', consultScenarios, consult.tools.map(({ name }) => name), 21],
  ['geo', geoScenarios, geoTools.map(({ name }) => name), 10],
] as const)('the scenarios of %s', (_pack, suite, tools, count) => {
  it.each(['en', 'ar'])('call every tool (%s)', (language) => {
    const called = calledIn(suite, language);
    expect(tools.filter((tool) => !called.has(tool))).toEqual([]);
    expect(tools).toHaveLength(count);
  });
});
