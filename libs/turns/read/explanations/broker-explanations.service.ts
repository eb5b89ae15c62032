import {
  brokerCut,
  type BrokerCut,
  type BrokerSelection,
  type ExplainedTool,
  type ServingRanker,
  type StoredRankers,
  type ToolBroker,
  type ToolRank,
} from '#broker';
import type { CallerKind } from '#contracts';
import type { Database } from '#database';
import type { Flags } from '#flags';
import type { Org, OrgSettings } from '#identity';
import {
  channelRules,
  detectIntents,
  detectLanguage,
  everyTool,
  intentsOf,
  scopeTools,
  type ConversationTools,
  type ExcludedTool,
  type Pack,
  type RegisteredAgent,
  type ToolRegistry,
  type ToolTier,
} from '#tools';
import { disabledToolsOf } from '../../callers/disabled-tools.ts';
import { brokerRequest } from '../../pipeline/tools/broker-request.ts';
import { readDecidedTurn, type DecidedTurn } from './decided-turn.read-model.ts';
import { MessageForgottenError, UnknownAgentError } from './explanation.errors.ts';

export interface ExplanationPorts {
  database: Database;
  registry: ToolRegistry;
  orgs: { byId(orgId: string): Promise<Org | null>; settingsOf(orgId: string): Promise<OrgSettings> };
  flags: Pick<Flags, 'variant' | 'isOn'>;
  broker: ToolBroker;
  rankers: Pick<StoredRankers, 'serving' | 'version'>;
}

/** A message as somebody might send it. */
export interface ImaginedMessage {
  text: string;
  /** `pack/agent`, or its name alone where the org has one of that name. */
  agent: string;
  /** Every one but `voice` follows the rules of chat. */
  channel: string;
  caller: CallerKind;
}

/** What a message would be offered, and why. */
export interface MessageExplanation {
  agent: string;
  language: string;
  intents: string[];
  selection: BrokerSelection;
  tools: ExplainedTool[];
  /** Why the org's other tools cannot be used by such a turn at all. */
  excluded: ExcludedTool[];
}

/** Why a tool was or was not offered in a turn. */
export interface DecidedToolReason {
  tool: string;
  offered: boolean;
  reason: string;
  /** `decision`: kept with the decision; `computed`: found anew, from what the decision rested on; `scope`: no choice was made. */
  source: 'decision' | 'computed' | 'scope';
  rank: number | null;
  score: number | null;
  /** Its tier as it is now; null where this process knows no such tool: one of an MCP server, or one that is gone. */
  tier: ToolTier | null;
  /** Where the broker stopped; null where it chose nothing. */
  cut: BrokerCut | null;
  /** What is no longer as it was when the turn was decided; computed reasons may differ by it. */
  changed: ('tools' | 'ranker')[];
}

interface Asked {
  org: Org;
  agent: RegisteredAgent;
  pack: Pack;
  text: string;
  channel: string;
  caller: CallerKind;
  conversation: ConversationTools;
  conversationId?: string;
  recentTools: readonly string[];
  openArtifact?: string | undefined;
  previous: DecidedTurn['previous'];
  learned: ServingRanker | undefined;
}

/** What the broker would choose, or has chosen, and why, tool by tool. Runs no tool and asks no model. */
export class BrokerExplanations {
  constructor(private readonly ports: ExplanationPorts) {}

  /**
   * What the first message of a conversation would be offered now.
   *
   * @throws UnknownAgentError when the org has no such agent.
   */
  async message(org: Org, { text, agent, channel, caller }: ImaginedMessage): Promise<MessageExplanation> {
    const { flags, rankers } = this.ports;
    const known = this.agentOf(org, agent);
    const learns = await flags.isOn('learned_ranking', { orgId: org.id });
    const { ranks: _ranks, ...explanation } = await this.explain({
      ...known,
      org,
      text,
      channel,
      caller,
      conversation: everyTool,
      recentTools: [],
      previous: undefined,
      learned: learns ? await rankers.serving(org.id) : undefined,
    });
    return explanation;
  }

  /**
   * Why the tool was or was not offered in the turn.
   *
   * @returns undefined when the org has no such turn, it has chosen no tools, or the org has no such tool.
   * @throws MessageForgottenError when the decision does not say it, and the message is no longer there.
   */
  async tool(org: Org, turnId: string, tool: string): Promise<DecidedToolReason | undefined> {
    const turn = await this.ports.database.forOrg(org.id, (tx) => readDecidedTurn(tx, turnId));
    if (!turn) return undefined;
    const registry = this.ports.registry.effective(org.id);
    const known = registry.tool(tool);
    const ofAgent = registry.agent(turn.pack, turn.agent)?.tools;
    const base = {
      tool,
      offered: turn.offered.includes(tool),
      tier:
        ofAgent?.find(({ registered }) => registered.tool.name === tool)?.tier ?? known?.tool.tier ?? null,
      cut: turn.brokered && brokerCut(turn.brokered, turn.ranks),
      changed: [],
    };
    const kept = turn.reasons[tool];
    if (kept !== undefined) {
      const { rank = null, score = null } = turn.ranks[tool] ?? {};
      return { ...base, reason: kept, source: 'decision', rank, score };
    }
    if (!known) return undefined;
    return { ...base, ...(await this.recompute(org, turn, tool)) };
  }

  private async recompute(
    org: Org,
    turn: DecidedTurn,
    tool: string,
  ): Promise<Omit<DecidedToolReason, 'tool' | 'offered' | 'tier' | 'cut'> & { cut?: BrokerCut }> {
    const { text, rankerVersion, recentTools, openArtifact, previous } = turn;
    if (text === null) throw new MessageForgottenError();
    const learned =
      rankerVersion === null ? undefined : await this.ports.rankers.version(org.id, rankerVersion);
    const { tools, excluded, selection, ranks } = await this.explain(
      {
        ...this.agentOf(org, `${turn.pack}/${turn.agent}`),
        org,
        text,
        channel: turn.channel,
        caller: turn.callerKind,
        conversation: turn.tools,
        conversationId: turn.conversationId,
        recentTools,
        openArtifact: openArtifact ?? undefined,
        previous,
        learned,
      },
      turn.mode,
    );
    const changed: DecidedToolReason['changed'] = [];
    if (turn.scopeHash !== '' && selection.scopeHash !== turn.scopeHash) changed.push('tools');
    if (rankerVersion !== (learned?.version ?? null)) changed.push('ranker');
    const found = tools.find((entry) => entry.tool === tool);
    const offered = turn.offered.includes(tool);
    // What was in scope of a turn that chose nothing is not kept: only the tool itself can tell that it has changed.
    const differs = found ? turn.mode === 'off' && isOffered(selection, tool) !== offered : offered;
    if (differs && !changed.includes('tools')) changed.push('tools');
    const then = differs ? `${offered ? 'offered' : 'not offered'} then; as things are now, ` : '';
    if (found) {
      const { rank, score } = found;
      const reason = `${then}${found.reason}`;
      const chosen = turn.brokered ?? tools.flatMap((entry) => (entry.chosen ? [entry.tool] : []));
      return { reason, rank, score, cut: brokerCut(chosen, ranks), source: 'computed', changed };
    }
    const out = excluded.find((entry) => entry.tool === tool);
    const reason = `${then}not offered: not in scope, ${out?.reason ?? 'no layer lets it through'}`;
    return { reason, source: 'scope', rank: null, score: null, changed };
  }

  private async explain(
    asked: Asked,
    decidedMode?: DecidedTurn['mode'],
  ): Promise<MessageExplanation & { ranks: Record<string, ToolRank> }> {
    const { flags, orgs, registry, broker } = this.ports;
    const { org, agent, pack, text, conversationId, channel } = asked;
    const settings = await orgs.settingsOf(org.id);
    const context = { orgId: org.id, ...(conversationId !== undefined && { conversationId }) };
    const { usable, excluded } = scopeTools({
      registry: registry.effective(org.id),
      agent: { pack: pack.name, name: agent.agent.name },
      orgPacks: org.packs,
      disabledTools: disabledToolsOf(settings),
      channel: channelRules(channel),
      caller: asked.caller,
      conversation: asked.conversation,
    });
    const intents = detectIntents(text, intentsOf(pack.name, pack.intents));
    const facts = {
      mode: decidedMode ?? (await flags.variant('tool_broker', context)),
      text,
      usable,
      recentTools: asked.recentTools,
      openArtifact: asked.openArtifact,
      intents,
      toolSearch: await flags.isOn('tool_search', context),
      agent: agent.agent.name,
      channel,
      learned: asked.learned,
      previous: asked.previous,
    };
    const { selection, tools, ranks } = broker.explain(brokerRequest(facts, pack, settings));
    const name = `${pack.name}/${agent.agent.name}`;
    return { agent: name, language: detectLanguage(text), intents, selection, tools, ranks, excluded };
  }

  private agentOf({ packs }: Org, wanted: string): { agent: RegisteredAgent; pack: Pack } {
    const { registry } = this.ports;
    const own = packs.flatMap((name) => registry.pack(name) ?? []);
    const all = own.flatMap((pack) =>
      pack.agents.map(({ name }) => ({ pack, name, full: `${pack.name}/${name}` })),
    );
    const found = all.filter(({ name, full }) => full === wanted || name === wanted);
    const [only] = found;
    const agent = only && found.length === 1 ? registry.agent(only.pack.name, only.name) : undefined;
    if (!only || !agent)
      throw new UnknownAgentError(
        wanted,
        all.map(({ full }) => full),
      );
    return { agent, pack: only.pack };
  }
}

function isOffered({ offered }: BrokerSelection, tool: string): boolean {
  return offered.some(({ registered }) => registered.tool.name === tool);
}
