// Properties of all packs together, whichever are registered: their tools, and the tools that the broker offers.
import { z } from 'zod';
import { type ToolRegistry } from '#tools';
import { normalizeText } from '#text';
import { type ScenarioSuite } from '#pack-kit';
import { readDataset } from '../../bench/broker/dataset.ts';
import { packs } from '../../packs/index.ts';
import {
  deferAll,
  ofEverything,
  offeredSteps,
  ofOwnAgent,
  packsWithAgentOfEverything,
  registryOf,
  type OfferedStep,
} from './every-tool.fixture.ts';
import { scenarioSuites } from './suites.ts';

/** The share of scenario messages that are offered every tool that they need. */
const LEAST_SHARE = 0.95;
/** Maximum mean number of offered tools per message. */
const MOST_OFFERED = 15;

let suites: Map<string, ScenarioSuite>;
beforeAll(async () => {
  suites = await scenarioSuites();
});

describe('the tools of all packs', () => {
  let registry: ToolRegistry;
  beforeAll(async () => {
    registry = await registryOf(packs);
  });

  it('every pack has scenarios', () => {
    expect([...suites.keys()].sort()).toEqual(packs.map(({ name }) => name).sort());
  });

  // Old clients call deprecated tools by name: scenario O11 of ohm calls each of them over MCP.
  it('each that is not deprecated is called and succeeds in at least one scenario that requires the call', () => {
    const succeeded = new Set(
      [...suites.values()].flatMap(({ scenarios }) =>
        scenarios.flatMap(({ steps }) =>
          steps.flatMap(({ expect: { calls = [] } }) =>
            calls
              .filter(({ optional, errorClass }) => !optional && errorClass === undefined)
              .map(({ tool }) => tool),
          ),
        ),
      ),
    );
    const names = registry
      .effective(null)
      .tools.filter(({ tool }) => !tool.deprecated)
      .map(({ tool }) => tool.name);
    expect(names.filter((name) => !succeeded.has(name))).toEqual([]);
  });

  it('each refuses arguments that its schema does not allow', () => {
    const takesNonsense = registry.effective(null).tools.flatMap(({ tool }) => {
      const { properties = {}, required = [] } = z.toJSONSchema(tool.input, { io: 'input' }) as {
        properties?: Record<string, unknown>;
        required?: string[];
      };
      const refuses = (input: unknown) => !tool.input.safeParse(input).success;
      const missing = required.length === 0 || refuses({});
      // No argument type (text, number, enum, list, object) accepts a list of nulls.
      const nonsense = Object.keys(properties).filter((name) => !refuses({ [name]: [null] }));
      return missing && nonsense.length === 0 ? [] : [`${tool.name}: ${nonsense.join(', ')}`];
    });
    expect(takesNonsense).toEqual([]);
  });

  it.each([
    { dataset: 'fresh', least: 6, leastArabic: 2 },
    { dataset: 'unseen', least: 6, leastArabic: 2 },
    { dataset: 'pairs', least: 2, leastArabic: 1 },
  ])('the $dataset utterances name each tool, and none is an example of a tool', (set) => {
    const { dataset, least, leastArabic } = set;
    const tools = registry.effective(null).tools;
    const { queries } = readDataset(
      `bench/broker/datasets/${dataset}`,
      tools.map(({ tool, pack }) => ({ ...tool, pack })),
    );
    // A new pack has no utterances yet.
    const covered = new Set(queries.map(({ pack }) => pack));
    const few = tools.filter(({ tool, pack }) => {
      if (!covered.has(pack)) return false;
      const own = queries.filter(({ gold }) => gold.includes(tool.name));
      const inArabic = own.filter(({ lang }) => lang === 'ar').length;
      return inArabic < leastArabic || own.length < least;
    });
    expect(few.map(({ tool }) => tool.name)).toEqual([]);
    const examples = new Set(tools.flatMap(({ tool }) => tool.examples.map(normalizeText)));
    expect(queries.filter(({ text }) => examples.has(normalizeText(text)))).toEqual([]);
  });
});

describe('the broker in enforce mode offers the tools that each scenario message needs', () => {
  it('to an agent with every tool of all packs', async () => {
    const { all, host } = await packsWithAgentOfEverything();
    const registry = await registryOf(all);
    deferAll(registry);
    expectOffered(offeredSteps(registry, suites.values(), ofEverything(host)));
  });

  it('to the agents of the packs, with the tiers of their tools', async () => {
    expectOffered(offeredSteps(await registryOf(packs), suites.values(), ofOwnAgent));
  });
});

function expectOffered(steps: readonly OfferedStep[]): void {
  const missed = steps.filter(({ missing }) => missing.length > 0);
  const offered = steps.reduce((sum, step) => sum + step.offered.length, 0) / steps.length;
  const told = missed.map(({ id, said, missing }) => `${id} “${said}” lacks ${missing.join(', ')}`);
  console.log([`${steps.length} messages, ${offered.toFixed(1)} tools offered`, ...told].join('\n'));
  expect(1 - missed.length / steps.length).toBeGreaterThanOrEqual(LEAST_SHARE);
  expect(offered).toBeLessThanOrEqual(MOST_OFFERED);
}
