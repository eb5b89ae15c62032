import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { clusterByWords, type MessageCluster } from '#broker';
import { cursorCodec, instant, type FeatureRequestStatus } from '#contracts';
import type { ConsoleOrg, ToolGap, ToolGapKind, ToolGapReport } from '#contracts/console';
import { ShortLivedCache } from '#identity';
import type { OrgScope } from '../session/org-scope.ts';
import { ORG } from '../session/rows.read-model.ts';
import { readsTextsOf, type ReadableTexts } from '../session/readable-texts.ts';

/** Newest turns that are clustered; about 0.1 s of work. */
const MAX_TURNS = 5_000;
/** Newest examples shown per cluster. */
const SHOWN_EXAMPLES = 5;
const SHOWN_NAMES = 10;

/** End of a page of the report. It keeps the report's time range, so that later turns do not change the next page. */
const gapsCursor = cursorCodec(z.object({ from: instant, to: instant, after: z.int().min(1) }));

/** Time for which the groups of a listing are kept for its next pages. */
const KEPT_MS = 60_000;
/** Each listing holds the ids of its turns: at most half a megabyte. */
const MAX_KEPT = 20;

/** The turns of the range that lacked a tool, their total number, and their messages. */
const TURNS = `
  SELECT g.org_id AS "orgId", g.turn_id AS "turnId", g.total, m.text
    FROM (SELECT d.org_id, d.turn_id, d.created_at, count(*) OVER ()::int AS total
            FROM broker_decisions d
           WHERE ($1::uuid IS NULL OR d.org_id = $1) AND d.tool_gaps <> '{}' AND d.created_at >= $2 AND d.created_at < $3
             AND ($4::text IS NULL OR $4 = ANY(d.tool_gaps))
           ORDER BY d.created_at DESC, d.turn_id DESC LIMIT ${MAX_TURNS}) g
    JOIN turns t ON t.org_id = g.org_id AND t.id = g.turn_id
    JOIN messages m ON m.org_id = t.org_id AND m.id = t.message_id
   ORDER BY g.created_at DESC, g.turn_id DESC`;

/** Messages of the turns on a page, with the feature requests recorded in them. */
const SHOWN = `
  SELECT g.turn_id AS "turnId", ${ORG}, g.created_at AS "createdAt",
         g.tool_gaps AS kinds, g.agent, g.language, m.text, r.requests
    FROM broker_decisions g
    JOIN orgs o ON o.id = g.org_id
    JOIN turns t ON t.org_id = g.org_id AND t.id = g.turn_id
    JOIN messages m ON m.org_id = t.org_id AND m.id = t.message_id
   CROSS JOIN LATERAL (
         SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('id', f.id, 'title', f.title, 'status', f.status,
                  'votes', f.votes)), '[]') AS requests
           FROM feature_request_occurrences c
           JOIN feature_requests f ON f.org_id = c.org_id AND f.id = c.request_id
          WHERE c.org_id = g.org_id AND c.turn_id = g.turn_id) r
   WHERE (g.org_id, g.turn_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`;

interface GapRow {
  turnId: string;
  org: ConsoleOrg;
  createdAt: string;
  kinds: ToolGapKind[];
  agent: string;
  language: string | null;
  text: string;
  requests: { id: string; title: string; status: FeatureRequestStatus; votes: number }[];
}

export interface GapsQuestion {
  from: Date;
  to: Date;
  kind?: ToolGapKind | undefined;
  /** Clusters per page. */
  limit: number;
  /** Continues within the time range of the first page. */
  cursor?: string | undefined;
}

interface TurnRow {
  orgId: string;
  turnId: string;
  total: number;
  text: string;
}

type TurnIds = Pick<TurnRow, 'orgId' | 'turnId'>;

/** The groups of a time range, without messages, so that erased messages cannot appear. */
interface Listing {
  /** Turns that lacked a tool, including those that are in no group. */
  turns: number;
  clustered: number;
  clusters: MessageCluster<TurnIds>[];
}

@Injectable()
export class ToolGapsReadModel {
  private readonly listings = new ShortLivedCache<Listing>(KEPT_MS, MAX_KEPT);

  /** Clusters, largest first. @throws CursorError for a cursor of another list. */
  async report(scope: OrgScope, { kind, limit, cursor, ...asked }: GapsQuestion): Promise<ToolGapReport> {
    const { from, to, after } = cursor === undefined ? { ...asked, after: 0 } : gapsCursor.decode(cursor);
    const asks = [scope.orgId, from, to, kind ?? null] as const;
    // Later pages use the groups of the first page: regrouping would let a new turn shift them.
    const { turns, clustered, clusters } = await this.listings.get(JSON.stringify(asks), () =>
      this.list(scope, asks),
    );
    const end = after + limit;
    const page = clusters.slice(after, end);
    const shown = await this.shown(scope, page);
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      turns,
      clustered,
      clusters: clusters.length,
      items: page.flatMap((cluster) => gapView(cluster, shown, scope.texts) ?? []),
      nextCursor: end < clusters.length ? gapsCursor.encode({ from, to, after: end }) : null,
    };
  }

  private async list(scope: OrgScope, asks: readonly unknown[]): Promise<Listing> {
    const rows = await scope.rows<TurnRow>(TURNS, [...asks]);
    const clusters = clusterByWords(rows).map(({ words, messages }) => ({
      words,
      messages: messages.map(({ orgId, turnId }) => ({ orgId, turnId })),
    }));
    return { turns: rows[0]?.total ?? 0, clustered: rows.length, clusters };
  }

  /** The turns of some clusters, by id. */
  private async shown(
    scope: OrgScope,
    clusters: readonly MessageCluster<TurnIds>[],
  ): Promise<ReadonlyMap<string, GapRow>> {
    const ids = clusters.flatMap(({ messages }) => messages);
    if (ids.length === 0) return new Map();
    const values = [ids.map(({ orgId }) => orgId), ids.map(({ turnId }) => turnId)];
    const rows = await scope.rows<GapRow>(SHOWN, values);
    return new Map(rows.map((row) => [row.turnId, row]));
  }
}

/** Undefined if all turns of the cluster have been erased since it was listed. */
function gapView(
  cluster: MessageCluster<TurnIds>,
  shown: ReadonlyMap<string, GapRow>,
  texts: ReadableTexts,
): ToolGap | undefined {
  const messages = cluster.messages.flatMap(({ turnId }) => shown.get(turnId) ?? []);
  if (messages.length === 0) return undefined;
  const moments = messages.map(({ createdAt }) => Date.parse(createdAt));
  const orgs = Map.groupBy(messages, ({ org }) => org.id);
  const readable = (orgId: string) => readsTextsOf(texts, orgId);
  const requests = new Map(messages.flatMap((row) => requestsOf(row, readable(row.org.id))));
  return {
    // The words can come from any message of the cluster.
    words: cluster.messages.every(({ orgId }) => readable(orgId)) ? cluster.words : null,
    turns: messages.length,
    kinds: countsOf(messages.flatMap(({ kinds }) => kinds)),
    languages: namesOf(messages.map(({ language }) => language ?? 'unknown')),
    agents: namesOf(messages.map(({ agent }) => agent)),
    orgs: [...orgs.values()]
      .map((own) => ({ org: own[0]!.org, turns: own.length }))
      .sort((a, b) => b.turns - a.turns)
      .slice(0, SHOWN_NAMES),
    firstAt: new Date(Math.min(...moments)).toISOString(),
    lastAt: new Date(Math.max(...moments)).toISOString(),
    examples: messages.slice(0, SHOWN_EXAMPLES).map((row) => ({
      turnId: row.turnId,
      org: row.org,
      createdAt: row.createdAt,
      message: readable(row.org.id) ? row.text : null,
    })),
    featureRequests: [...requests.values()]
      .sort((a, b) => b.votes - a.votes || (a.id < b.id ? -1 : 1))
      .slice(0, SHOWN_NAMES),
  };
}

function requestsOf({ requests }: GapRow, readable: boolean) {
  return requests.map(
    (request) => [request.id, { ...request, title: readable ? request.title : null }] as const,
  );
}

/** Distinct names, most frequent first. */
function namesOf(names: readonly string[]): string[] {
  return Object.entries(countsOf(names))
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([name]) => name)
    .slice(0, SHOWN_NAMES);
}

function countsOf<Name extends string>(names: readonly Name[]): Record<Name, number> {
  const counts = {} as Record<Name, number>;
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
