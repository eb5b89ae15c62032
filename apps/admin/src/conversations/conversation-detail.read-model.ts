import { Inject, Injectable } from '@nestjs/common';
import { cursorCodec, toPage, type PageQuery } from '#contracts';
import {
  type ConsoleConversationDetail,
  type ConsoleConversationTurn,
  type ConversationTurnPage,
} from '#contracts/console';
import { z } from 'zod';
import type { Transaction } from '#database';
import { ToolRegistry } from '#tools';
import type { OrgScope } from '../session/org-scope.ts';
import { readRows } from '../session/rows.read-model.ts';
import { OUTCOME_COLUMNS } from '../turns/turn-row.ts';
import { CONVERSATION_COLUMNS, conversationView, LAST_OF_CONVERSATION } from './conversation-row.ts';
import { messagesWith, messageView, type MessageRow } from './message-row.ts';

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
  SELECT t.id, t.seq, t.trace_id AS "traceId", t.state, t.agent, t.model, ${OUTCOME_COLUMNS},
         t.created_at AS "createdAt", t.started_at AS "startedAt", t.finished_at AS "finishedAt"
    FROM turns t
   WHERE t.org_id = $1 AND t.conversation_id = $2 AND ($3::int IS NULL OR t.seq < $3)
   ORDER BY t.seq DESC LIMIT $4`;

const MESSAGES = `${messagesWith('$4')} AND m.turn_seq = ANY($3::int[]) ORDER BY m.turn_seq, m.seq`;

/** Pages by the place of a turn in its conversation. */
const placeCursor = cursorCodec(z.tuple([z.int32().min(0)]));

type Totals = ConsoleConversationTurn['totals'];
type TurnRow = ConsoleConversationTurn & { seq: number };
type DetailRow = Omit<ConsoleConversationDetail, 'totals' | 'artifacts' | 'drawers' | 'opened'>;
type OpenedPanel = NonNullable<ConsoleConversationDetail['opened']>;
type Artifact = ConsoleConversationDetail['artifacts'][number];

@Injectable()
export class ConversationDetailReadModel {
  constructor(@Inject(ToolRegistry) private readonly registry: ToolRegistry) {}

  /** @returns undefined if `scope` has no such conversation. */
  async find(scope: OrgScope, id: string): Promise<ConsoleConversationDetail | undefined> {
    return scope.run(async (tx) => {
      const row = await this.row(tx, scope, id);
      if (!row) return undefined;
      const own = [row.org.id, id];
      const [totals = NO_TOTALS] = await tx.queryUnscoped<Totals>(TOTALS, own);
      const artifacts = await readRows<Artifact>(tx, ARTIFACTS, own);
      const [opened = null] = await tx.queryUnscoped<OpenedPanel>(OPENED, own);
      return {
        ...conversationView(row, scope),
        totals,
        artifacts,
        drawers: this.panelsOf(row.pack),
        opened,
      };
    });
  }

  /** Org and pack of a conversation; undefined if `scope` has no such conversation. */
  async placeOf(scope: OrgScope, id: string): Promise<{ orgId: string; pack: string } | undefined> {
    const row = await scope.run((tx) => this.row(tx, scope, id));
    return row && { orgId: row.org.id, pack: row.pack };
  }

  /** Turns with their messages, newest first. @throws CursorError for a cursor of another list. */
  async turns(scope: OrgScope, id: string, page: PageQuery): Promise<ConversationTurnPage | undefined> {
    const [before] = page.cursor === undefined ? [] : placeCursor.decode(page.cursor);
    return scope.run(async (tx) => {
      const row = await this.row(tx, scope, id);
      if (!row) return undefined;
      const turns = await readRows<TurnRow>(tx, TURNS, [row.org.id, id, before ?? null, page.limit + 1]);
      const seqs = turns.map(({ seq }) => seq);
      const messages = await readRows<MessageRow>(tx, MESSAGES, [row.org.id, id, seqs, scope.texts]);
      const bySeq = Map.groupBy(messages, ({ turnSeq }) => turnSeq);
      return toPage(
        turns,
        page.limit,
        (turn) => placeCursor.encode([turn.seq]),
        ({ seq, ...turn }) => ({ turn, messages: (bySeq.get(seq) ?? []).map(messageView) }),
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
    const [row] = await readRows<DetailRow>(tx, ONE, [scope.orgId, id]);
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
