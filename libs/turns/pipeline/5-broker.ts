import type { BrokerRequest, BrokerSelection, ToolBroker } from '#broker';
import { cachesPrompts, countMessageTokens, countTextTokens, countToolTokens, type ModelTool } from '#models';
import { recordBrokerSelection, withSpan } from '#telemetry';
import { describeTool, type ScopedTool } from '#tools';
import { brokerRequest } from './tools/broker-request.ts';
import { OfferedTools } from './tools/offered-tools.ts';
import { offerPrograms } from './programs/offer-programs.ts';
import type { BrokeredTurn, ScopedTurn, TurnPorts } from './turn-context.ts';

/** Providers cache the beginning of a prompt for five minutes after its last use, unless longer caching is paid for. */
const CACHE_KEPT_MS = 5 * 60_000;

/** The offer of an earlier run, by the names of its tools. */
type RecordedOffer = Omit<BrokerSelection, 'offered' | 'reasons' | 'scores' | 'ranks'> & {
  offered: string[];
  programs: boolean;
};

/** Step 5: chooses the tools that the model is offered. A replay offers the same tools as the earlier run. */
export function broker(ports: TurnPorts, turn: ScopedTurn): Promise<BrokeredTurn> {
  return withSpan('broker', { kind: 'broker' }, async (span) => {
    const startedAt = performance.now();
    const selected = ports.broker.select(await requestOf(ports, turn));
    const durationMs = performance.now() - startedAt;
    const selection = asRecorded(turn, selected);
    recordBrokerSelection({ mode: selection.mode, outcome: selection.outcome, durationMs });
    const offered = selection.offered.map(({ registered }) => describeTool(registered, turn.caller));
    const tokens = await tokensOf(turn, selection, offered);
    const names = offered.map((tool) => tool.name);
    span.setAttributes({
      'turnpike.broker.mode': selection.mode,
      'turnpike.broker.mode_asked': turn.row.override?.broker !== undefined,
      'turnpike.broker.outcome': selection.outcome,
      'turnpike.broker.in_scope': turn.scope.usable.length,
      'turnpike.broker.offered': names,
      'turnpike.broker.tokens_offered': tokens.tokensOffered,
      'turnpike.broker.reasons': Object.entries(selection.reasons).map(
        ([tool, reason]) => `${tool}: ${reason}`,
      ),
      ...(selection.brokered && { 'turnpike.broker.scores': scoresOf(selection) }),
      ...(selection.confidence !== null && { 'turnpike.broker.confidence': selection.confidence }),
      ...(selection.brokered && { 'turnpike.broker.selection_us': selection.selectionUs }),
    });
    turn.log.emit('broker.selected', {
      mode: selection.mode,
      inScope: turn.scope.usable.length,
      offered: names,
    });
    const before = turn.log.recorded<RecordedOffer>('offered');
    const programs = await offerPrograms(ports, turn, selection, before);
    span.setAttribute('turnpike.programs', programs !== null);
    if (!before) turn.log.record('offered', recordOf(selection, names, programs !== null));
    const tools = new OfferedTools(
      { ...turn, orgId: turn.org.id, offered, caller: turn.caller },
      ports.toolIndex,
    );
    const caller = { ...turn.caller, discovery: tools };
    // Providers cache a prompt from its beginning, so the parts that change with every turn come last.
    const prompt = programs ? `${turn.prompt}\n\n${programs.prompt}` : turn.prompt;
    const system = `${prompt}\n\n${turn.situation}`;
    return { ...turn, caller, prompt, system, selection, offered, tools, programs, ...tokens };
  });
}

async function requestOf(ports: TurnPorts, turn: ScopedTurn): Promise<BrokerRequest> {
  const { flagContext } = turn;
  const mode = turn.row.override?.broker ?? (await ports.flags.variant('tool_broker', flagContext));
  const learns = mode !== 'off' && (await ports.flags.isOn('learned_ranking', flagContext));
  const facts = {
    mode,
    text: turn.text,
    usable: turn.scope.usable,
    recentTools: turn.recentTools,
    openArtifact: turn.contextSources.artifacts[0]?.kind,
    intents: turn.intents,
    toolSearch: await ports.flags.isOn('tool_search', flagContext),
    agent: turn.agent.agent.name,
    channel: turn.row.channel,
    learned: learns ? await ports.rankers.of(turn.org.id) : undefined,
    previous: turn.previousDecision,
  };
  return brokerRequest(facts, turn.pack, turn.settings);
}

/** Schema tokens of the tools in scope, offered and chosen, and the cached tokens lost by a changed tool list. */
async function tokensOf(turn: ScopedTurn, selection: BrokerSelection, offered: readonly ModelTool[]) {
  const inScope = turn.scope.usable.map(({ registered }) => describeTool(registered, turn.caller));
  const counts = await countToolTokens(inScope);
  const ofScope = new Map(inScope.map(({ name }, at) => [name, counts[at] ?? 0]));
  const sum = (names: Iterable<string>) =>
    [...names].reduce((all, name) => all + (ofScope.get(name) ?? 0), 0);
  return {
    tokensInScope: sum(ofScope.keys()),
    tokensOffered: sum(offered.map(({ name }) => name)),
    tokensBrokered: selection.brokered && sum(selection.brokered),
    cachedTokensLost: await cachedTokensLost(turn, offered),
  };
}

/**
 * Providers cache a prompt from its beginning, which contains the tools. After a change of tools, the tools, the system
 * prompt and the window are processed again. Tokens that were not cached, or whose cache entry has expired, are not lost.
 */
async function cachedTokensLost(
  { previousDecision: before, prompt, situation, row, window }: ScopedTurn,
  offered: readonly ModelTool[],
): Promise<number> {
  if (!before?.model || !cachesPrompts(before.model)) return 0;
  const kept = before.finishedAt && row.createdAt.getTime() - Date.parse(before.finishedAt) < CACHE_KEPT_MS;
  const same =
    !kept ||
    (before.offered.length === offered.length &&
      before.offered.every((name, at) => offered[at]?.name === name));
  if (same) return 0;
  // The reply of the previous turn was not part of the cached prompt.
  const cached = window
    .slice(0, -1)
    .map(({ role, text }) => (role === 'user' ? { role, text } : { role, text, toolCalls: [] }));
  const system = (await countTextTokens(prompt)) + (await countTextTokens(situation));
  return before.tokensOffered + system + (await countMessageTokens(cached));
}

/** The scores as `name score`, best first. */
function scoresOf({ scores }: BrokerSelection): string[] {
  return Object.entries(scores)
    .sort(([, one], [, other]) => other - one)
    .map(([name, score]) => `${name} ${score}`);
}

function recordOf(selection: BrokerSelection, offered: string[], programs: boolean): RecordedOffer {
  const { offered: _tools, reasons: _reasons, scores: _scores, ranks: _ranks, ...rest } = selection;
  return { ...rest, offered, programs };
}

function asRecorded(turn: ScopedTurn, selected: ReturnType<ToolBroker['select']>): BrokerSelection {
  const recorded = turn.log.recorded<RecordedOffer>('offered');
  if (!recorded) return selected;
  const { offered: names, programs: _programs, ...rest } = recorded;
  const usable = new Map(turn.scope.usable.map((tool) => [tool.registered.tool.name, tool]));
  const offered = names
    .map((name) => usable.get(name))
    .filter((tool): tool is ScopedTool => tool !== undefined);
  const again = new Set(selected.offered.map(({ registered }) => registered.tool.name));
  const changed = Object.fromEntries(
    offered.flatMap(({ registered: { tool } }) =>
      again.has(tool.name) ? [] : [[tool.name, 'offered: chosen by the earlier run']],
    ),
  );
  return { ...selected, ...rest, reasons: { ...selected.reasons, ...changed }, offered };
}
