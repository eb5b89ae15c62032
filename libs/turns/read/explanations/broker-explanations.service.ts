import {
  brokerCut,
  type BrokerCut,
  type BrokerSelection,
  type ExplainedTool,
  type ServingRanker,
  type StoredRankers,
  type ToolBroker,
  type ToolRank,
  detectIntents,
  intentsOf,
} from '#broker';
import { TurnpikeError, type CallerKind } from '#contracts';
import type { BrokerToolReason } from '#contracts/console';
import type { Database } from '#database';
import type { Flags } from '#flags';
import type { Org, OrgSettings } from '#identity';
import {
  channelRules,
  everyTool,
  scopeTools,
  type ConversationTools,
  type ExcludedTool,
  type RegisteredAgent,
  type ToolRegistry,
} from '#tools';
import { detectLanguage } from '#text';
import type { Pack } from '#pack-kit';
import { disabledToolsOf } from '../../callers/disabled-tools.ts';
import { brokerRequest } from '../../pipeline/tools/broker-request.ts';
import { readDecidedTurn, type DecidedTurn } from './decided-turn.read-model.ts';

export interface ExplanationPorts {
  database: Database;
  registry: ToolRegistry;
  orgs: { byId(orgId: string): Promise<Org | null>; settingsOf(orgId: string): Promise<OrgSettings> };
  flags: Pick<Flags, 'variant' | 'isOn'>;
  broker: ToolBroker;
  rankers: Pick<StoredRankers, 'serving' | 'version'>;
}

/** A message that was not sent, to explain what the broker would do with it. */
export interface SampleMessage {
  text: string;
  /** `pack/agent`, or the name alone if it is unique in the org. */
  agent: string;
  /** Every channel except `voice` follows the rules of chat. */
  channel: string;
  caller: CallerKind;
}

/** The tools that a message would be offered, and the reasons. */
export interface MessageExplanation {
  agent: string;
  language: string;
  intents: string[];
  selection: BrokerSelection;
  tools: ExplainedTool[];
  /** The org's other tools, which such a turn cannot use at all, with reasons. */
  excluded: ExcludedTool[];
}

interface Question {
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

/** Explains the broker's choices, past and possible, tool by tool. Runs no tool and calls no model. */
export class BrokerExplanations {
  constructor(private readonly ports: ExplanationPorts) {}

  /**
   * Explains which tools the first message of a conversation would be offered now.
   *
   * @throws TurnpikeError UNKNOWN_AGENT if the org has no such agent.
   */
  async message(org: Org, { text, agent, channel, caller }: SampleMessage): Promise<MessageExplanation> {
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
   * Explains why the tool was or was not offered in the turn.
   *
   * @returns undefined if the org has no such turn, the turn has no decision, or the org has no such tool.
   * @throws TurnpikeError MESSAGE_FORGOTTEN if the decision has no reason for the tool, and the message no longer exists.
   */
  async tool(org: Org, turnId: string, tool: string): Promise<BrokerToolReason | undefined> {
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
  ): Promise<Omit<BrokerToolReason, 'tool' | 'offered' | 'tier' | 'cut'> & { cut?: BrokerCut }> {
    const { text, rankerVersion, recentTools, openArtifact, previous } = turn;
    if (text === null)
      throw new TurnpikeError(
        'The message of this turn was erased: only the reasons stored with the decision are known.',
        {
          code: 'MESSAGE_FORGOTTEN',
          kind: 'not_found',
        },
      );
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
    const changed: BrokerToolReason['changed'] = [];
    if (turn.scopeHash !== '' && selection.scopeHash !== turn.scopeHash) changed.push('tools');
    if (rankerVersion !== (learned?.version ?? null)) changed.push('ranker');
    const found = tools.find((entry) => entry.tool === tool);
    const offered = turn.offered.includes(tool);
    // The scope of a turn without the broker is not stored: only the tool itself can show that it has changed.
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
    question: Question,
    decidedMode?: DecidedTurn['mode'],
  ): Promise<MessageExplanation & { ranks: Record<string, ToolRank> }> {
    const { flags, orgs, registry, broker } = this.ports;
    const { org, agent, pack, text, conversationId, channel } = question;
    const settings = await orgs.settingsOf(org.id);
    const context = { orgId: org.id, ...(conversationId !== undefined && { conversationId }) };
    const { usable, excluded } = scopeTools({
      registry: registry.effective(org.id),
      agent: { pack: pack.name, name: agent.agent.name },
      orgPacks: org.packs,
      disabledTools: disabledToolsOf(settings),
      channel: channelRules(channel),
      caller: question.caller,
      conversation: question.conversation,
    });
    const intents = detectIntents(text, intentsOf(pack.name, pack.intents));
    const facts = {
      mode: decidedMode ?? (await flags.variant('tool_broker', context)),
      text,
      usable,
      recentTools: question.recentTools,
      openArtifact: question.openArtifact,
      intents,
      toolSearch: await flags.isOn('tool_search', context),
      agent: agent.agent.name,
      channel,
      learned: question.learned,
      previous: question.previous,
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
      throw new TurnpikeError(
        `The org has no agent "${wanted}". It has: ${all.map(({ full }) => full).join(', ')}.`,
        {
          code: 'UNKNOWN_AGENT',
          kind: 'invalid',
          pointer: '/agent',
        },
      );
    return { agent, pack: only.pack };
  }
}

function isOffered({ offered }: BrokerSelection, tool: string): boolean {
  return offered.some(({ registered }) => registered.tool.name === tool);
}
