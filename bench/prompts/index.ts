// npm run bench -- prompts: the tokens of a first request by part, for every agent. See README.md beside this file.
import { readFileSync } from 'node:fs';
import { settingRanges, variablesNamed } from '#config';
import { loadPackServerTools } from '#mcp';
import { countMessageTokens, countTextTokens, countToolTokens, type ModelMessage } from '#models';
import type { AgentSpec, Pack } from '#pack-kit';
import { effectiveLimits } from '#sandbox';
import {
  artifactKindsOf,
  describeTool,
  everyTool,
  platformTools,
  programTools,
  scopeTools,
  ToolRegistry,
  TOOL_SEARCH,
} from '#tools';
import { programPrompt } from '#turns';
import { packs } from '../../packs/index.ts';
import { readOptions } from '../options.ts';
import { definitionTokens, toolTokens } from './dialect-tokens.ts';
import { writeResult } from '../result.ts';

/** The limits of a request of an agent for staff and visitors. */
const LIMITS = { system: 900, tools: 3_000 };

const options = readOptions('prompts', {});
const registry = new ToolRegistry(packs, platformTools);
for (const { server, error } of await loadPackServerTools(registry, variablesNamed))
  throw new Error(`The tools of the MCP server ${server} are not known: ${error}`);
const said = JSON.parse(readFileSync('bench/prompts/conversation.json', 'utf8')) as string[];
const messages = said.map((text, at): ModelMessage =>
  at % 2 === 0 ? { role: 'user', text } : { role: 'assistant', text, toolCalls: [] },
);
const history = await countMessageTokens(messages);

const audienceOf = (pack: Pack, kind: 'contact' | 'staff') => ({
  caller: { kind },
  datasets: pack.datasets ?? [],
  artifactKinds: artifactKindsOf([pack]),
});

/** Counts the tokens of an agent's first request, without a broker, by part. */
async function partsOf(pack: Pack, agent: AgentSpec, kind: 'contact' | 'staff') {
  const to = audienceOf(pack, kind);
  const scope = scopeTools({
    registry: registry.effective(null),
    agent: { pack: pack.name, name: agent.name },
    orgPacks: [pack.name],
    disabledTools: new Set(),
    channel: 'chat',
    caller: kind,
    conversation: everyTool,
  });
  const offered = scope.usable.filter(({ tier }) => pack.loading === 'broker' || tier !== 'deferred');
  const callable = new Map(
    agent.programs ? programTools(scope, agent).map((entry) => [entry.tool.name, entry] as const) : [],
  );
  const programs = await programPrompt({
    signable: offered
      .map(({ registered }) => registered)
      .filter(({ tool }) => tool.name !== TOOL_SEARCH && callable.has(tool.name)),
    callable,
    to,
    limits: effectiveLimits({}),
    timezone: 'Europe/Nicosia',
    maxTokens: settingRanges.PROGRAM_PROMPT_TOKENS.default,
    hasSearch: offered.some(({ registered }) => registered.tool.name === TOOL_SEARCH),
  });
  const sent = offered
    .map(({ registered }) => describeTool(registered, to))
    .filter(({ name }) => callable.size === 0 || !programs.signed.has(name));
  const counts = await countToolTokens(sent);
  const system = await countTextTokens(agent.prompt);
  const tools = counts.reduce((sum, tokens) => sum + tokens, 0);
  return {
    agent: `${pack.name}/${agent.name}`,
    caller: kind,
    system,
    tools,
    programs: callable.size > 0 ? await countTextTokens(programs.prompt) : 0,
    // At most this share of the rest, when the conversation has a summary, artifacts or insights.
    contextAtMost: Math.floor((system + tools + history) * settingRanges.CONTEXT_MAX_SHARE.default),
    history,
    byDialect: await toolTokens(sent),
    byTool: Object.fromEntries(sent.map(({ name }, at) => [name, counts[at]])),
  };
}

const rows = [];
for (const pack of packs)
  for (const agent of pack.agents.filter(({ background }) => !background))
    for (const kind of ['contact', 'staff'] as const) rows.push(await partsOf(pack, agent, kind));
const listed = (counts: object) =>
  Object.entries(counts)
    .map(([name, tokens]) => `${name} ${tokens}`)
    .join(', ');
for (const { agent, caller, byTool, byDialect, ...parts } of rows)
  console.log(
    `${agent} (${caller}): ${listed(parts)}\n  tools: ${listed(byTool)}\n  in all: ${listed(byDialect)}`,
  );
const over = rows.filter(
  ({ system, byDialect }) =>
    system > LIMITS.system || Object.values(byDialect).some((tokens) => tokens > LIMITS.tools),
);
const dialects = await definitionTokens(
  registry.effective(null).tools.map((registered) => {
    const pack =
      packs.find(({ name }) => name === registered.pack) ?? packs.find(({ artifacts }) => artifacts)!;
    return describeTool(registered, audienceOf(pack, 'staff'));
  }),
);
writeResult('prompts', options, {
  dialects,
  agents: rows,
  over: over.map(({ agent, caller }) => `${agent} (${caller})`),
});
