import { Inject, Injectable } from '@nestjs/common';
import { cursorCodec, toPage } from '#contracts';
import {
  type ConsoleConversationDetail,
  type ConsoleConversationTurn,
  type ConsoleMessage,
  type ConversationTurnPage,
} from '#contracts/console';
import { z } from 'zod';
import type { Transaction } from '#database';
import { ToolRegistry } from '#tools';
import { OrgScopes, type OrgScope } from '../session/org-scope.ts';
import { textsReadable, type ReadableTexts } from '../session/readable-texts.ts';
import {
  CONVERSATION_COLUMNS,
  conversationView,
  LAST_OF_CONVERSATION,
  type ConversationRow,
} from './conversation-row.ts';

const ONE = `
  SELECT ${CONVERSATION_COLUMNS}, c.recent_tools AS "recentTools", c.tools_allowed AS "toolsAllowed",
         c.tools_denied AS "toolsDenied"
    FROM orgs o
   CROSS JOIN LATERAL (SELECT * FROM conversations i WHERE i.org_id = o.id AND i.id = $2 LIMIT 1) c
    ${LAST_OF_CONVERSATION}
   WHERE $1::uuid IS NULL OR o.id = $1`;

const TOTALS = `
  SELECT coalesce(sum(prompt_tokens), 0)::int AS "promptTokens", coalesce(sum(cached_tokens), 0)::int AS "cachedTokens",
         coalesce(sum(completion_tokens), 0)::int AS "completionTokens", coalesce(sum(cost_usd), 0)::float8 AS "costUsd",
         coalesce(sum(model_rounds), 0)::int AS "modelRounds", coalesce(sum(tool_calls), 0)::int AS "toolCalls"
    FROM turns WHERE org_id = $1 AND conversation_id = $2`;

const ARTIFACTS = `
  SELECT a.kind, a.title, v.version, v.created_at AS "updatedAt", v.turn_id AS "turnId"
    FROM artifacts a
   CROSS JOIN LATERAL (SELECT * FROM artifact_versions i WHERE i.org_id = a.org_id AND i.artifact_id = a.id
                        ORDER BY i.version DESC LIMIT 1) v
   WHERE a.org_id = $1 AND a.conversation_id = $2 ORDER BY v.created_at DESC, a.kind`;

/** Newest turns that a reader who looks now and then may have missed. */
const TURNS_TO_FOLLOW = 3;
const OPENED = `
  SELECT e.payload ->> 'drawer' AS drawer, t.id AS "turnId"
    FROM (SELECT * FROM turns WHERE org_id = $1 AND conversation_id = $2 ORDER BY seq DESC LIMIT ${TURNS_TO_FOLLOW}) t
    JOIN turn_events e ON e.org_id = t.org_id AND e.turn_id = t.id AND e.type = 'drawer.opened'
   ORDER BY t.seq DESC, e.seq DESC LIMIT 1`;

const TURNS = `
  SELECT t.id, t.seq, t.trace_id AS "traceId", t.state, t.agent, t.model, t.error_class AS "errorClass",
         t.error_message AS "errorMessage", t.prompt_tokens AS "promptTokens", t.cached_tokens AS "cachedTokens",
         t.completion_tokens AS "completionTokens", t.cost_usd::float8 AS "costUsd", t.model_rounds AS "modelRounds",
         t.tool_calls AS "toolCalls", t.created_at AS "createdAt", t.started_at AS "startedAt",
         t.finished_at AS "finishedAt"
    FROM turns t
   WHERE t.org_id = $1 AND t.conversation_id = $2 AND ($3::int IS NULL OR t.seq < $3)
   ORDER BY t.seq DESC LIMIT $4`;

const MESSAGES = `
  SELECT m.id, m.turn_id AS "turnId", m.turn_seq AS "turnSeq", m.role, m.author_kind AS "authorKind",
         u.name AS "authorName", CASE WHEN ${textsReadable('$4', 'm.org_id')} THEN m.text END AS text, length(m.text) AS characters,
         m.created_at AS "createdAt"
    FROM messages m LEFT JOIN users u ON u.id = m.author_user_id
   WHERE m.org_id = $1 AND m.conversation_id = $2 AND m.turn_seq = ANY($3::int[])
   ORDER BY m.turn_seq, m.seq`;

/** Pages by the place of a turn in its conversation. */
const placeCursor = cursorCodec(z.tuple([z.int().min(0)]));

type Totals = ConsoleConversationTurn['totals'];
interface TurnRow extends Totals {
  id: string;
  seq: number;
  traceId: string;
  state: ConsoleConversationTurn['state'];
  agent: string | null;
  model: string | null;
  errorClass: string | null;
  errorMessage: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}
type MessageRow = Omit<ConsoleMessage, 'createdAt'> & { createdAt: Date; turnSeq: number };
interface DetailRow extends ConversationRow {
  recentTools: string[];
  toolsAllowed: string[] | null;
  toolsDenied: string[];
}
type OpenedPanel = NonNullable<ConsoleConversationDetail['opened']>;
type ArtifactRow = Omit<ConsoleConversationDetail['artifacts'][number], 'updatedAt'> & { updatedAt: Date };

/** Reads one conversation. */
@Injectable()
export class ConversationDetailReadModel {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
  ) {}

  /** @returns undefined if `scope` has no such conversation. */
  async find(
    scope: OrgScope,
    id: string,
    options: { texts: ReadableTexts },
  ): Promise<ConsoleConversationDetail | undefined> {
    return this.scopes.run(scope, async (tx) => {
      const row = await this.row(tx, scope, id);
      if (!row) return undefined;
      const own = [row.orgId, id];
      const [totals] = await tx.queryUnscoped<Totals>(TOTALS, own);
      const artifacts = await tx.queryUnscoped<ArtifactRow>(ARTIFACTS, own);
      const [opened = null] = await tx.queryUnscoped<OpenedPanel>(OPENED, own);
      const { recentTools, toolsAllowed, toolsDenied, ...rest } = row;
      return {
        ...conversationView(rest, options),
        totals: totals ?? NO_TOTALS,
        artifacts: artifacts.map(({ updatedAt, ...one }) => ({ ...one, updatedAt: updatedAt.toISOString() })),
        drawers: this.panelsOf(row.pack),
        opened,
        recentTools,
        toolsAllowed,
        toolsDenied,
      };
    });
  }

  /** Org and pack of a conversation; undefined if `scope` has no such conversation. */
  async placeOf(scope: OrgScope, id: string): Promise<{ orgId: string; pack: string } | undefined> {
    return this.scopes.run(scope, (tx) => this.row(tx, scope, id));
  }

  /**
   * Turns with their messages, newest first.
   * @throws CursorError for a cursor of another list.
   */
  async turns(
    scope: OrgScope,
    id: string,
    page: { limit: number; cursor: string | undefined },
    { texts }: { texts: ReadableTexts },
  ): Promise<ConversationTurnPage | undefined> {
    const [before] = page.cursor === undefined ? [] : placeCursor.decode(page.cursor);
    return this.scopes.run(scope, async (tx) => {
      const row = await this.row(tx, scope, id);
      if (!row) return undefined;
      const turns = await tx.queryUnscoped<TurnRow>(TURNS, [row.orgId, id, before ?? null, page.limit + 1]);
      const seqs = turns.map(({ seq }) => seq);
      const messages = await tx.queryUnscoped<MessageRow>(MESSAGES, [row.orgId, id, seqs, texts]);
      const bySeq = Map.groupBy(messages, ({ turnSeq }) => turnSeq);
      return toPage(
        turns,
        page.limit,
        (turn) => placeCursor.encode([turn.seq]),
        (turn) => ({ turn: turnView(turn), messages: (bySeq.get(turn.seq) ?? []).map(messageView) }),
      );
    });
  }

  private panelsOf(pack: string): ConsoleConversationDetail['drawers'] {
    const drawers = this.registry.pack(pack)?.drawers ?? [];
    return drawers.map(({ name, title, kinds, lists }) => ({
      name,
      title,
      kinds: [...kinds],
      worksOut: lists !== undefined,
    }));
  }

  private async row(tx: Transaction, scope: OrgScope, id: string): Promise<DetailRow | undefined> {
    const [row] = await tx.queryUnscoped<DetailRow>(ONE, [scope.orgId, id]);
    return row;
  }
}

const NO_TOTALS: Totals = {
  promptTokens: 0,
  cachedTokens: 0,
  completionTokens: 0,
  costUsd: 0,
  modelRounds: 0,
  toolCalls: 0,
};

function turnView(row: TurnRow): ConsoleConversationTurn {
  const { promptTokens, cachedTokens, completionTokens, costUsd, modelRounds, toolCalls } = row;
  return {
    id: row.id,
    traceId: row.traceId,
    state: row.state,
    agent: row.agent,
    model: row.model,
    error: row.errorClass === null ? null : { class: row.errorClass, message: row.errorMessage ?? '' },
    totals: { promptTokens, cachedTokens, completionTokens, costUsd, modelRounds, toolCalls },
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

function messageView({ turnSeq: _turnSeq, createdAt, ...message }: MessageRow): ConsoleMessage {
  return { ...message, createdAt: createdAt.toISOString() };
}
