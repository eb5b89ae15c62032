import { z } from 'zod';
import { reservedToolNames } from '#contracts';
import { artifactKindProblems, drawerProblems } from './artifacts/artifact-checks.ts';
import { duplicates, SNAKE_CASE } from './name-checks.ts';
import { cyclesOf } from './overrides/deprecations.ts';
import { hidesSearch } from './overrides/overlay.ts';
import {
  datasetProblems,
  inputSchemaOf,
  type AgentSpec,
  type Pack,
  type Tool,
  type ToolTier,
} from '#pack-kit';
import { platformDatasets } from './datasets/platform-datasets.ts';
import { RUN_PROGRAM } from './program-tools.ts';
import { taskTierProblems } from './task-tiers.ts';

/** The limit of OpenAI, Anthropic and Gemini. */
const MAX_NAME_CHARACTERS = 64;
/** The rule of Gemini, which is the strictest. */
const PARAMETER_NAME = /^[A-Za-z_]\w{0,63}$/;

/** All reasons why these packs must not be served; empty if they are valid. */
export function findProblems(packs: Pack[], platformTools: Tool[]): string[] {
  const tools = [...platformTools, ...packs.flatMap((pack) => pack.tools)];
  const names = new Set(tools.map((tool) => tool.name));
  return [
    ...duplicates(packs.map((pack) => pack.name)).map((name) => `two packs are named ${name}`),
    ...duplicates(tools.map((tool) => tool.name)).map((name) => `two tools are named ${name}`),
    ...tools.flatMap((tool) => toolProblems(tool, names)),
    ...cyclesOf(
      new Map(tools.flatMap(({ name, deprecated }) => (deprecated ? [[name, deprecated.replacedBy]] : []))),
    ).map((cycle) => `tool ${cycle[0]}: its replacements lead back to it: ${cycle.join(' → ')}`),
    ...packs.flatMap((pack) => packProblems(pack, names)),
    ...packs.flatMap((pack) => tierProblems(pack, names, platformTools)),
    ...taskTierProblems(packs),
    ...packs.flatMap((pack) => pack.agents.flatMap((agent) => programProblems(pack, agent, tools))),
    ...duplicates(packs.flatMap((pack) => (pack.resources ?? []).map(({ uri }) => uri))).map(
      (uri) => `two resources have the URI ${uri}`,
    ),
    ...packs.flatMap((pack) =>
      (pack.mcpServers ?? [])
        .filter(({ name }) => !SNAKE_CASE.test(name))
        .map(({ name }) => `pack ${pack.name}: the name of its MCP server ${name} is not snake_case`),
    ),
    ...duplicates(packs.flatMap((pack) => (pack.prompts ?? []).map(({ name }) => name))).map(
      (name) => `two prompts are named ${name}`,
    ),
  ];
}

function toolProblems(tool: Tool, names: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  if (!SNAKE_CASE.test(tool.name)) problems.push(`tool ${tool.name}: the name is not snake_case`);
  if (tool.name.length > MAX_NAME_CHARACTERS)
    problems.push(
      `tool ${tool.name}: the name is longer than the ${MAX_NAME_CHARACTERS} that providers take`,
    );
  for (const name of Object.keys(tool.input.shape)) {
    if (!PARAMETER_NAME.test(name))
      problems.push(`tool ${tool.name}: providers do not take a parameter named ${JSON.stringify(name)}`);
  }
  if ((reservedToolNames as readonly string[]).includes(tool.name))
    problems.push(`tool ${tool.name}: the name is an address of the console; choose another`);
  if (tool.name === RUN_PROGRAM)
    problems.push(`tool ${tool.name}: the name is the platform's own; choose another`);
  if (!tool.examples.some((example) => example.trim()))
    problems.push(`tool ${tool.name}: it has no example utterance`);
  if (tool.ptcValue !== undefined && !isRequiredIn(tool.result, tool.ptcValue))
    problems.push(`tool ${tool.name}: ptcValue names ${tool.ptcValue}, which its result need not have`);
  if (!tool.whenToUse.some((line) => line.trim())) problems.push(`tool ${tool.name}: whenToUse says nothing`);
  if (tool.description.trim() === '') problems.push(`tool ${tool.name}: it has no description`);
  if (tool.channels.length === 0) problems.push(`tool ${tool.name}: it is allowed on no channel`);
  if (tool.deprecated && !names.has(tool.deprecated.replacedBy)) {
    problems.push(`tool ${tool.name}: replacedBy names the unknown tool ${tool.deprecated.replacedBy}`);
  }
  if (tool.shortFor !== undefined && !names.has(tool.shortFor))
    problems.push(`tool ${tool.name}: shortFor names the unknown tool ${tool.shortFor}`);
  if (tool.tier === 'critical' && !tool.trigger)
    problems.push(`tool ${tool.name}: tier critical needs a trigger that says when`);
  if (tool.afterwards && tool.sideEffect !== 'write')
    problems.push(`tool ${tool.name}: only a tool that writes has something that follows`);
  if (tool.cacheable && tool.sideEffect !== 'none')
    problems.push(`tool ${tool.name}: a tool with side effects cannot be cached`);
  try {
    inputSchemaOf(tool.input);
  } catch (error) {
    problems.push(
      `tool ${tool.name}: its input has no JSON Schema: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return problems;
}

function packProblems(pack: Pack, names: ReadonlySet<string>): string[] {
  const problems: string[] = [];
  if (pack.agents.length === 0) problems.push(`pack ${pack.name}: it has no agent`);
  for (const name of duplicates(pack.agents.map((agent) => agent.name))) {
    problems.push(`pack ${pack.name}: two agents are named ${name}`);
  }
  const serverTools = new Set((pack.mcpServers ?? []).flatMap((server) => Object.keys(server.tools ?? {})));
  for (const agent of pack.agents) {
    for (const name of [...agent.tools, ...(agent.voice?.tools ?? [])]) {
      if (!names.has(name) && !serverTools.has(name))
        problems.push(`agent ${pack.name}/${agent.name} names the unknown tool ${name}`);
    }
  }
  const agentNames = pack.agents.map((agent) => agent.name);
  if (pack.fallbackAgent && !agentNames.includes(pack.fallbackAgent)) {
    problems.push(`pack ${pack.name}: fallbackAgent names the unknown agent ${pack.fallbackAgent}`);
  }
  if (pack.agents.length > 1 && !(pack.tasks ?? []).some((task) => task.key === pack.agentChoice)) {
    problems.push(`pack ${pack.name}: with several agents, agentChoice must name one of its tasks`);
  }
  problems.push(
    ...[...artifactKindProblems(pack), ...drawerProblems(pack)].map(
      (problem) => `pack ${pack.name}: ${problem}`,
    ),
  );
  if (pack.summary && !(pack.tasks ?? []).some((task) => task.key === pack.summary?.task))
    problems.push(`pack ${pack.name}: summary names the unknown task ${pack.summary.task}`);
  for (const { name, agents } of pack.policies ?? [])
    for (const agent of agents.filter((known) => !agentNames.includes(known)))
      problems.push(`pack ${pack.name}: policy ${name} names the unknown agent ${agent}`);
  const datasets = pack.datasets ?? [];
  problems.push(...datasets.flatMap(datasetProblems).map((problem) => `pack ${pack.name}: ${problem}`));
  for (const name of duplicates([...datasets, ...platformDatasets].map((dataset) => dataset.name)))
    problems.push(`pack ${pack.name}: two datasets are named ${name}`);
  const webhooks = (pack.webhooks ?? []).map(({ name }) => name);
  for (const name of webhooks.filter((webhook) => !/^[a-z][a-z0-9-]{0,62}$/.test(webhook)))
    problems.push(`pack ${pack.name}: the webhook ${JSON.stringify(name)} cannot be part of a path`);
  for (const name of duplicates(webhooks)) problems.push(`pack ${pack.name}: two webhooks are named ${name}`);
  return problems;
}

function isRequiredIn(result: Tool['result'], field: string): boolean {
  const part: unknown = result instanceof z.ZodObject ? result.shape[field] : undefined;
  return part instanceof z.ZodType && !part.safeParse(undefined).success;
}

/** Applies the rules for overrides (`overrides/override-checks.ts`) to the tiers that a pack sets for platform tools. */
function tierProblems(pack: Pack, names: ReadonlySet<string>, platformTools: readonly Tool[]): string[] {
  return Object.entries(pack.platformTools ?? {}).flatMap(([name, { tier }]) => {
    const where = `pack ${pack.name}: platformTools`;
    if (!names.has(name)) return `${where} names the unknown tool ${name}`;
    const tool = platformTools.find((known) => known.name === name);
    if (!tool) return `${where} names ${name}, which is a tool of a pack: its tier stands in its own file`;
    const why = tierRefusal(tool, tier);
    return why === undefined ? [] : `${where} makes ${name} ${tier}, but ${why}`;
  });
}

function tierRefusal(tool: Tool, tier: ToolTier): string | undefined {
  if (hidesSearch(tool.name, { tier }))
    return 'it is what finds the deferred tools: none of them could be reached';
  if (tier === 'critical' && !tool.trigger)
    return 'its file has no trigger that says when it must be offered';
  if (tier === 'universal' && tool.tier !== 'universal')
    return 'which agents have a tool is decided in its file';
  return undefined;
}

/** `programWrites` may list only writing tools of the agent. Programs never call tools with external effects. */
function programProblems(pack: Pack, agent: AgentSpec, tools: readonly Tool[]): string[] {
  return (agent.programWrites ?? []).flatMap((name) => {
    const tool = tools.find((known) => known.name === name);
    const writes = tool?.sideEffect === 'write' && (agent.tools.includes(name) || tool.tier === 'universal');
    return writes
      ? []
      : [
          `agent ${pack.name}/${agent.name}: programWrites names ${name}, which is not one of its tools that write`,
        ];
  });
}
