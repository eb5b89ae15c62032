import { ToolBroker, type BrokerRequest, type PreviousSet, detectIntents, intentsOf } from '#broker';
import { variablesNamed } from '#config';
import { loadPackServerTools } from '#mcp';
import { everyTool, platformTools, scopeTools, ToolRegistry, TOOL_SEARCH } from '#tools';
import { detectLanguage } from '#text';
import { type Pack, type ScenarioStep, type ScenarioSuite } from '#pack-kit';
import { packs } from '../../packs/index.ts';
import { offlinePacks } from '../../packs/offline.ts';

const AGENT = 'everything';
const RECENT_TOOLS = 5;
/** The default org settings. */
const LIMITS = { topK: 12, fallbackK: 20, fullSetMax: 30 };

/** All packs with the tools of their own MCP servers, as a worker has them. */
export async function registryOf(of: readonly Pack[]): Promise<ToolRegistry> {
  const registry = new ToolRegistry([...of], platformTools);
  const unanswered = await loadPackServerTools(registry, variablesNamed);
  if (unanswered.length > 0) throw new Error(JSON.stringify(unanswered));
  return registry;
}

/**
 * The packs, of which one gets a single agent that may use every tool of all packs. That pack must have an MCP server,
 * because the tools of such a server are only for agents of its pack.
 */
export async function packsWithAgentOfEverything(): Promise<{ all: Pack[]; host: Pack }> {
  const artifacts = packs.flatMap((pack) => pack.artifacts ?? []);
  const canWrite = artifacts.some(({ writtenBy }) => writtenBy !== 'system');
  const names = (await registryOf(packs))
    .effective(null)
    .tools.map(({ tool }) => tool.name)
    .filter((name) => canWrite || name !== 'write_file');
  const whole = packs.find(({ mcpServers = [] }) => mcpServers.length > 0) ?? packs[0]!;
  const host: Pack = {
    ...whole,
    loading: 'broker',
    agents: [
      {
        name: AGENT,
        description: 'Does whatever any pack can do.',
        prompt: 'Help.',
        taskType: 'draft_reply',
        tools: names,
      },
    ],
    artifacts,
    // They name its own agents.
    policies: [],
    intents: packs.flatMap(({ intents = [] }) => intents),
    cues: (message) => packs.flatMap(({ cues }) => cues?.(message) ?? []),
  };
  return { all: packs.map((pack) => (pack === whole ? host : pack)), host };
}

/**
 * With this agent, an admin chooses the few tools that are always loaded: an agent with more than twelve of them causes
 * a warning at start, because they leave little room for ranked tools (`docs/broker.md`). Here only `tool_search` is
 * always loaded.
 */
export function deferAll(registry: ToolRegistry): void {
  const always = registry.effective(null).tools.filter(({ metadata: { tier } }) => tier === 'always');
  const platform = always
    .filter(({ tool }) => tool.name !== TOOL_SEARCH)
    .map(({ tool }) => [tool.name, { version: 1, override: { tier: 'deferred' as const } }] as const);
  registry.applyOverrides({ platform: new Map(platform), orgs: new Map(), approved: new Set() });
}

/** A message of a scenario: the tools that it needs, and the tools that were offered. */
export interface OfferedStep {
  id: string;
  said: string;
  inScope: number;
  offered: string[];
  needed: string[];
  missing: string[];
}

/** The agent that receives a message of a scenario. */
type AskedOf = (
  suite: ScenarioSuite,
  step: ScenarioStep,
  last: string | undefined,
) => { pack: Pack; agent: string };

/** Selects the agent with every tool for all messages. */
export const ofEverything =
  (host: Pack): AskedOf =>
  () => ({ pack: host, agent: AGENT });

/** Selects the agent that the pack's own rules choose. */
export const ofOwnAgent: AskedOf = ({ pack: name }, step, lastAgent) => {
  const pack = packs.find((one) => one.name === name)!;
  const rules = offlinePacks.find((one) => one.pack === name)?.rules;
  const choice = rules?.[pack.agentChoice ?? ''] as
    ((message: typeof asked) => { agent: string }) | undefined;
  const text = textOf(step);
  const asked = {
    text,
    language: detectLanguage(text),
    caller: callerOf(step),
    ...(lastAgent !== undefined && { lastAgent }),
  };
  const fromTask = pack.tasks?.find(({ key }) => key === pack.agentChoice)?.rules;
  const chosen =
    step.agent ??
    step.expect.agent ??
    (choice?.(asked) ?? (fromTask?.(asked) as { agent: string } | undefined))?.agent;
  return { pack, agent: chosen?.split('/').at(-1) ?? pack.agents[0]!.name };
};

/** The tools that the broker offers in `enforce` mode for each scenario message that needs a tool. */
export function offeredSteps(
  registry: ToolRegistry,
  suites: Iterable<ScenarioSuite>,
  askedOf: AskedOf,
): OfferedStep[] {
  const broker = new ToolBroker();
  const steps: OfferedStep[] = [];
  for (const suite of suites) {
    for (const { id, steps: said } of suite.scenarios) {
      let recentTools: string[] = [];
      let previous: PreviousSet | undefined;
      let lastAgent: string | undefined;
      for (const step of said) {
        if (step.begins) [recentTools, previous, lastAgent] = [[], undefined, undefined];
        const message = textOf(step);
        const { pack: host, agent } = askedOf(suite, step, lastAgent);
        lastAgent = agent;
        const usable = usableFor(registry, { pack: host.name, name: agent }, step);
        const request: BrokerRequest = {
          mode: 'enforce',
          message,
          usable,
          loading: host.loading,
          recentTools,
          intents: detectIntents(message, intentsOf(host.name, host.intents)),
          toolSearch: true,
          agent,
          channel: step.channel ?? 'chat',
          cues: host.cues?.(message) ?? [],
          limits: LIMITS,
          ...(previous && { previous }),
        };
        const { offered, brokered, scopeHash, rankerVersion } = broker.select(request);
        const names = offered.map(({ registered }) => registered.tool.name);
        const calls = (step.expect.calls ?? []).filter(({ optional }) => !optional);
        const needed = [...new Set(calls.map(({ tool }) => tool))];
        if (needed.length > 0)
          steps.push({
            id: `${suite.pack} ${id}`,
            said: message,
            inScope: usable.length,
            offered: names,
            needed,
            missing: missingOf(needed, names, usable.length),
          });
        const touched = needed.filter((name) => name !== TOOL_SEARCH).reverse();
        recentTools = [...new Set([...touched, ...recentTools])].slice(0, RECENT_TOOLS);
        previous = { tools: brokered ?? names, agent, scopeHash, rankerVersion };
      }
    }
  }
  return steps;
}

/** No service listens here. The address of a service in a message does not need to be reachable. */
export function textOf({ say }: ScenarioStep): string {
  const anywhere = new Proxy({}, { get: () => 'http://127.0.0.1:9' });
  return typeof say === 'string' ? say : say(anywhere);
}

function callerOf({ staff }: ScenarioStep): 'contact' | 'staff' | 'admin' {
  const roles = new Map(
    packs.flatMap(({ demo }) => (demo?.users ?? []).map(({ handle, role }) => [handle, role] as const)),
  );
  if (staff === undefined) return 'contact';
  return roles.get(staff) === 'org_admin' ? 'admin' : 'staff';
}

function usableFor(registry: ToolRegistry, agent: { pack: string; name: string }, step: ScenarioStep) {
  return scopeTools({
    registry: registry.effective(null),
    agent,
    orgPacks: packs.map(({ name }) => name),
    disabledTools: new Set(),
    channel: step.channel === 'voice' ? 'voice' : 'chat',
    caller: callerOf(step),
    conversation: everyTool,
  }).usable;
}

/** A search call is not needed if the tool that it finds is offered anyway. */
function missingOf(needed: readonly string[], offered: readonly string[], inScope: number): string[] {
  const missing = needed.filter((name) => !offered.includes(name));
  const searchAlone = missing.length === 1 && missing[0] === TOOL_SEARCH;
  return searchAlone && (needed.length > 1 || offered.length >= inScope - 1) ? [] : missing;
}
