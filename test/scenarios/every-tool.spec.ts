// What holds of all packs together, whichever are registered: their tools, and what the broker offers of them.
import { normalizeText, type ScenarioSuite, type ToolRegistry } from '#tools';
import { readDataset } from '../../bench/broker/dataset.ts';
import { packs } from '../../libs/packs/index.ts';
import { deferAll, offeredSteps, packsWithAgentOfEverything, registryOf } from './every-tool.fixture.ts';
import { scenarioSuites } from './suites.ts';

const START_TIMEOUT_MS = 60_000;
/** Of the scenarios' messages, those that are offered every tool that they need. */
const LEAST_SHARE = 0.95;
/** On average, as `docs/broker.md` promises. */
const MOST_OFFERED = 15;

let suites: Map<string, ScenarioSuite>;
beforeAll(async () => {
  suites = await scenarioSuites();
});

describe('the tools of all packs', () => {
  let registry: ToolRegistry;
  beforeAll(async () => {
    registry = await registryOf(packs);
  }, START_TIMEOUT_MS);

  it('every pack has scenarios', () => {
    expect([...suites.keys()].sort()).toEqual(packs.map(({ name }) => name).sort());
  });

  it('each that an agent has is called in at least one scenario', () => {
    const called = new Set(
      [...suites.values()].flatMap(({ scenarios }) =>
        scenarios.flatMap(({ steps }) =>
          steps.flatMap(({ expect: { calls = [] } }) =>
            calls.filter(({ optional }) => !optional).map(({ tool }) => tool),
          ),
        ),
      ),
    );
    const had = new Set(
      packs.flatMap((pack) =>
        pack.agents.flatMap(({ name }) =>
          (registry.agent(pack.name, name)?.tools ?? []).map(({ registered }) => registered.tool.name),
        ),
      ),
    );
    expect([...had].filter((name) => !called.has(name)).sort()).toEqual([]);
  });

  it('the fresh utterances name each of them, and are examples of none', () => {
    const tools = registry.effective(null).tools;
    const { queries } = readDataset(
      'bench/broker/datasets/fresh',
      tools.map(({ tool, pack }) => ({ ...tool, pack })),
    );
    // A pack that is new here has none yet.
    const covered = new Set(queries.map(({ pack }) => pack));
    const few = tools.filter(({ tool, pack }) => {
      if (!covered.has(pack)) return false;
      const own = queries.filter(({ gold }) => gold.includes(tool.name));
      const inArabic = own.filter(({ lang }) => lang === 'ar').length;
      return inArabic < 2 || own.length - inArabic < 5;
    });
    expect(few.map(({ tool }) => tool.name)).toEqual([]);
    const examples = new Set(tools.flatMap(({ tool }) => tool.examples.map(normalizeText)));
    expect(queries.filter(({ text }) => examples.has(normalizeText(text)))).toEqual([]);
  });

  it('each has examples', () => {
    const lacking = registry.effective(null).tools.filter(({ metadata }) => metadata.examples.length < 2);
    expect(lacking.map(({ tool }) => tool.name)).toEqual([]);
  });
});

describe('an agent with every tool of all packs', () => {
  it(
    'is offered what each message of the scenarios needs while the broker enforces',
    async () => {
      const { all, host } = await packsWithAgentOfEverything();
      const registry = await registryOf(all);
      deferAll(registry);
      const steps = offeredSteps(registry, host, suites.values());
      const missed = steps.filter(({ missing }) => missing.length > 0);
      const offered = steps.reduce((sum, step) => sum + step.offered.length, 0) / steps.length;
      const told = missed.map(({ id, said, missing }) => `${id} “${said}” lacks ${missing.join(', ')}`);
      console.log([`${steps.length} messages, ${offered.toFixed(1)} tools offered`, ...told].join('\n'));
      expect(1 - missed.length / steps.length).toBeGreaterThanOrEqual(LEAST_SHARE);
      expect(offered).toBeLessThanOrEqual(MOST_OFFERED);
    },
    2 * START_TIMEOUT_MS,
  );
});
