import { ToolBroker } from '#broker';
import { variablesNamed } from '#config';
import { loadPackServerTools } from '#mcp';
import type { Pack } from '#pack-kit';
import {
  artifactKindsOf,
  describeTool,
  everyTool,
  platformTools,
  programSignature,
  programTools,
  scopeTools,
  ToolRegistry,
  TOOL_SEARCH,
} from '#tools';
import { definitionTokens, toolTokens } from '../../bench/prompts/dialect-tokens.ts';
import { brokerRequest } from '../../libs/turns/pipeline/tools/broker-request.ts';
import { packs } from '../../packs/index.ts';
import { scenarioSuites } from './suites.ts';

const MAX_TOKENS = 3_000;
const anyService = new Proxy({}, { get: () => 'https://service.example' });

const registry = new ToolRegistry(packs, platformTools);
const broker = new ToolBroker();
const suites = await scenarioSuites();
await loadPackServerTools(registry, variablesNamed);

/** The messages of a pack's scenarios, each with the tools that its scenario called before, the latest first. */
function messagesOf({ name }: Pack) {
  return suites.get(name)!.scenarios.flatMap(({ steps }) =>
    steps.map(({ say }, at) => ({
      text: typeof say === 'string' ? say : say(anyService),
      recentTools: steps
        .slice(0, at)
        .flatMap(({ expect: { calls = [] } }) => calls.map(({ tool }) => tool))
        .toReversed(),
    })),
  );
}

const agents = packs.flatMap((pack) => pack.agents.map((spec) => ({ pack, spec })));
const cases = agents.flatMap(({ pack, spec }) =>
  spec.background
    ? []
    : (['contact', 'staff'] as const).map((kind) => [spec.name, kind, pack, spec] as const),
);

const seen: string[] = [];
const typesIn = (signature: string) => signature.replaceAll(/\/\*.*?\*\/|\/\/.*|"[^"]*"/g, '');

it.each(cases)(
  'the tools of %s for %s are small in every dialect, whatever is said, and functions have types',
  async (agent, kind, pack, spec) => {
    const scope = scopeTools({
      registry: registry.effective(null),
      agent: { pack: pack.name, name: agent },
      orgPacks: [pack.name],
      disabledTools: new Set(),
      channel: 'chat',
      caller: kind,
      conversation: everyTool,
    });
    const to = { caller: { kind }, datasets: pack.datasets ?? [], artifactKinds: artifactKindsOf([pack]) };
    const functions = spec.programs ? programTools(scope, spec) : [];
    for (const registered of functions.filter(({ tool: { name, result } }) => result && name !== TOOL_SEARCH))
      seen.push(typesIn(programSignature(registered, to, true)));
    expect(seen.join('\n')).not.toMatch(/\b(?:object|any|unknown)\b/);
    const of = { usable: scope.usable, agent, intents: [], toolSearch: true, channel: 'chat' };
    const sets = new Map<string, ReturnType<typeof describeTool>[]>();
    for (const message of messagesOf(pack)) {
      for (const mode of ['off', 'enforce'] as const) {
        const facts = { ...of, ...message, mode, learned: undefined, previous: undefined };
        const { offered } = broker.select(brokerRequest(facts, pack, { get: () => undefined }));
        const described = offered.map(({ registered }) => describeTool(registered, to));
        sets.set(described.map(({ name }) => name).join(), described);
      }
    }
    expect(sets.size).toBeGreaterThan(0);
    for (const [names, tools] of sets) {
      const over = Object.entries(await toolTokens(tools)).filter(([, tokens]) => tokens > MAX_TOKENS);
      expect({ names, over }).toEqual({ names, over: [] });
    }
  },
);

it('the functions of programs were among them', () => expect(seen.length).toBeGreaterThan(20));

/** Tokens of the descriptions on 2026-11-22, before they were rewritten. */
const BEFORE = { Gemini: 6_609, OpenAI: 6_351, Anthropic: 5_062 };

it('the descriptions of all tools stay at least 15 % shorter than they were', async () => {
  const artifactKinds = artifactKindsOf(packs);
  const described = registry.effective(null).tools.map((registered) => {
    const { datasets = [] } = packs.find(({ name }) => name === registered.pack) ?? packs[0]!;
    return describeTool(registered, { caller: { kind: 'staff' }, datasets, artifactKinds });
  });
  const now = await definitionTokens(described);
  expect(Object.keys(now).toSorted()).toEqual(Object.keys(BEFORE).toSorted());
  for (const [dialect, before] of Object.entries(BEFORE))
    expect(now[dialect]?.descriptions).toBeLessThanOrEqual(0.85 * before);
});
