import type { BrokerMode, ToolRank } from '#broker';
import type { CallerKind } from '#contracts';
import type { OrgTransaction } from '#database';
import { CONVERSATION_SUMMARY, TOOL_SEARCH } from '#tools';
import { RECENT_TOOLS } from '../../conversation.entity.ts';
import type { PreviousDecision } from '../../pipeline/context/conversation-window.read-model.ts';

/** Number of earlier turns that are searched for recent tools. */
const TURNS_BEFORE = 20;

const TURN = `
  SELECT t.pack, t.channel, t.caller_kind AS "callerKind", t.conversation_id AS "conversationId", t.seq, d.agent, d.mode,
         d.scope_hash AS "scopeHash", d.ranker_version AS "rankerVersion", d.tools_offered AS offered,
         d.tools_brokered AS brokered, d.reasons, d.ranks, m.text, c.tools_allowed AS allowed, c.tools_denied AS denied,
         (SELECT a.kind FROM artifact_versions v JOIN artifacts a ON a.org_id = v.org_id AND a.id = v.artifact_id
           WHERE v.org_id = $1 AND v.conversation_id = t.conversation_id AND a.kind <> '${CONVERSATION_SUMMARY}'
             AND v.created_at < coalesce(t.started_at, t.created_at)
           ORDER BY v.created_at DESC, a.kind LIMIT 1) AS "openArtifact"
    FROM broker_decisions d
    JOIN turns t ON t.org_id = d.org_id AND t.id = d.turn_id
    JOIN conversations c ON c.org_id = t.org_id AND c.id = t.conversation_id
    LEFT JOIN messages m ON m.org_id = t.org_id AND m.id = t.message_id
   WHERE d.org_id = $1 AND d.turn_id = $2`;

const BEFORE = `
  SELECT d.agent, d.scope_hash AS "scopeHash", d.ranker_version AS "rankerVersion", d.tools_brokered AS brokered,
         d.tools_selected AS selected, d.found_by_search AS found
    FROM turns t JOIN broker_decisions d ON d.org_id = t.org_id AND d.turn_id = t.id
   WHERE t.org_id = $1 AND t.conversation_id = $2 AND t.seq < $3
   ORDER BY t.seq DESC LIMIT ${TURNS_BEFORE}`;

/** A turn with a broker decision and the inputs of the decision. */
export interface DecidedTurn extends Omit<PreviousDecision, 'tokensOffered' | 'model' | 'finishedAt'> {
  pack: string;
  channel: string;
  callerKind: CallerKind;
  conversationId: string;
  mode: BrokerMode;
  reasons: Record<string, string>;
  ranks: Record<string, ToolRank>;
  /** Null after the contact was erased. */
  text: string | null;
  /** Kind of the artifact that was changed last before the turn began. */
  openArtifact: string | null;
  /** The conversation's current tool list. */
  tools: { allowed: string[] | null; denied: string[] };
  /** The last distinct tools of earlier turns, latest first. */
  recentTools: string[];
  previous: Pick<DecidedTurn, 'agent' | 'scopeHash' | 'rankerVersion' | 'brokered'> | undefined;
}

type TurnRow = Omit<DecidedTurn, 'tools' | 'recentTools' | 'previous'> & {
  seq: number;
  allowed: string[] | null;
  denied: string[];
};

interface BeforeRow extends Pick<DecidedTurn, 'agent' | 'scopeHash' | 'rankerVersion' | 'brokered'> {
  selected: string[];
  found: string[];
}

/** @returns undefined if the org has no such turn, or the turn has no decision yet. */
export async function readDecidedTurn(tx: OrgTransaction, turnId: string): Promise<DecidedTurn | undefined> {
  const [row] = await tx.query<TurnRow>(TURN, [turnId]);
  if (!row) return undefined;
  const { seq, allowed, denied, ...turn } = row;
  const before = await tx.query<BeforeRow>(BEFORE, [turn.conversationId, seq]);
  const touched = before.flatMap(({ selected, found }) => [...selected.toReversed(), ...found]);
  const recentTools = [...new Set(touched)].filter((name) => name !== TOOL_SEARCH).slice(0, RECENT_TOOLS);
  const [latest] = before;
  return {
    ...turn,
    tools: { allowed, denied },
    recentTools,
    previous: latest && {
      agent: latest.agent,
      scopeHash: latest.scopeHash,
      rankerVersion: latest.rankerVersion,
      brokered: latest.brokered,
    },
  };
}
