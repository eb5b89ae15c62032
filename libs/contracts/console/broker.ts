import { wordList } from '../values/word-list.ts';
import { z } from 'zod';
import { consoleOrg } from './session.ts';
import { orgSlug, uuid } from '../values/ids.ts';
import { featureRequestStatus } from '../tools/feature-requests.ts';
import { momentText } from '../values/moments.ts';
import { wholeNumber } from '../values/numbers.ts';
import { MAX_PAGE_SIZE, pageOf, pageQuery } from '../values/page.ts';
import { changeReason, toolExample, toolName, toolTier } from '../tools/tool-override.ts';

const org = orgSlug.optional();
const days = wholeNumber(1, 90).default(7);

/** Groupings of the broker's figures. `maturity` is the number of earlier successful calls of a tool. */
export const brokerGroupings = wordList('day org agent language mode tool maturity intent');
export type BrokerGrouping = (typeof brokerGroupings)[number];

export const brokerMetricsQuery = z.strictObject({
  org,
  days,
  by: z.enum(brokerGroupings).default('day'),
  mode: z.enum(['shadow', 'enforce']).optional(),
});
export type BrokerMetricsQuery = z.infer<typeof brokerMetricsQuery>;

export const brokerFigures = z.object({
  key: z.string(),
  turns: z
    .int()
    .describe(
      'Turns that called tools while a set was computed; by tool and maturity, calls; a turn of several intents counts for each.',
    ),
  hits: z.int().describe('Turns among them whose called tools were all in the broker’s set.'),
  rate: z.number().describe('toolInBrokeredSet: hits among turns, 0 to 1.'),
  toolsInScope: z.number().describe('Average per turn.'),
  toolsBrokered: z.number().describe('Average per turn.'),
  tokensSaved: z.int().describe('Schema tokens in scope minus those of the broker’s set.'),
  tokensSavedNet: z
    .int()
    .describe('tokensSaved minus the cached tokens that changed tool lists invalidated.'),
  selectionUs: z.object({ p50: z.number(), p99: z.number() }),
});
export const brokerMetrics = z.object({ groups: z.array(brokerFigures) });
export type BrokerMetrics = z.infer<typeof brokerMetrics>;

export const brokerMissesQuery = z.strictObject({
  org,
  days,
  tool: toolName.optional().describe('Only turns that missed this tool.'),
  ...pageQuery.shape,
});
export type BrokerMissesQuery = z.infer<typeof brokerMissesQuery>;

export const brokerMiss = z.object({
  turnId: uuid,
  org: consoleOrg,
  createdAt: z.iso.datetime(),
  mode: z.enum(['shadow', 'enforce']),
  agent: z.string(),
  /** Null if the session may not read texts. */
  message: z.string().nullable(),
  missed: z.array(z.string()),
  ranking: z.array(z.string()).describe('The highest ranked tools, best first.'),
  foundBySearch: z.array(z.string()),
});
export type BrokerMiss = z.infer<typeof brokerMiss>;
export const brokerMissPage = pageOf(brokerMiss);
export type BrokerMissPage = z.infer<typeof brokerMissPage>;

/**
 * Reasons why a turn lacked a tool: no tool in scope matches the message, `tool_search` found nothing, the model said that
 * it has no suitable tool, or the model recorded a feature request.
 */
export const toolGapKinds = [
  'nothing_ranked',
  'search_found_nothing',
  'said_no_tool',
  'feature_requested',
] as const;
export type ToolGapKind = (typeof toolGapKinds)[number];

export const toolGapsQuery = z
  .strictObject({
    org,
    days,
    /** Replaces `days`. `to` defaults to now. */
    from: momentText.optional(),
    to: momentText.optional(),
    kind: z.enum(toolGapKinds).optional(),
    limit: wholeNumber(1, MAX_PAGE_SIZE).default(20),
    /** Continues in the time range of the first page, regardless of `days`, `from` and `to`. */
    cursor: pageQuery.shape.cursor,
  })
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) < Date.parse(to), {
    path: ['to'],
    error: 'expected a moment after `from`',
  });
export type ToolGapsQuery = z.infer<typeof toolGapsQuery>;

/** A cluster of similar messages for which no tool existed. */
export const toolGap = z.object({
  /** Common words of the messages. Null, like messages and titles, if the session may not read texts. */
  words: z.array(z.string()).nullable(),
  turns: z.int(),
  kinds: z.partialRecord(z.enum(toolGapKinds), z.int()),
  languages: z.array(z.string()),
  agents: z.array(z.string()),
  orgs: z.array(z.object({ org: consoleOrg, turns: z.int() })),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  examples: z.array(
    z.object({ turnId: uuid, org: consoleOrg, createdAt: z.iso.datetime(), message: z.string().nullable() }),
  ),
  /** Feature requests recorded in these turns. */
  featureRequests: z.array(
    z.object({ id: uuid, title: z.string().nullable(), status: featureRequestStatus, votes: z.int() }),
  ),
});
export type ToolGap = z.infer<typeof toolGap>;

export const toolGapReport = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  turns: z.int().describe('Turns in the time range that lacked a tool.'),
  clustered: z.int().describe('Number of the newest of these turns that were clustered.'),
  clusters: z.int().describe('Total number of clusters; the largest come first.'),
  ...pageOf(toolGap).shape,
});
export type ToolGapReport = z.infer<typeof toolGapReport>;

/** Adds the message of a miss to the examples of the called tool. */
export const takeMissExample = z.strictObject({
  tool: toolName,
  /** Replaces the message if it is too long or contains personal data. */
  text: toolExample.optional(),
  reason: changeReason.optional(),
});
export type TakeMissExample = z.infer<typeof takeMissExample>;

export const missExampleAnswer = z.object({
  tool: z.string(),
  example: z.string(),
  version: z
    .int()
    .describe('Version of the org’s override of the tool; unchanged if it already had the example.'),
});
export type MissExampleAnswer = z.infer<typeof missExampleAnswer>;

export const brokerRankersQuery = z.strictObject({
  org,
  limit: wholeNumber(1, 200).default(50),
});
export type BrokerRankersQuery = z.infer<typeof brokerRankersQuery>;

/** A training run of an org's ranker, compared on the newest calls with the ranker that served before. */
export const brokerRanker = z.object({
  org: consoleOrg,
  version: z.int(),
  serving: z.boolean(),
  verdict: z.enum(['serves', 'worse', 'forgotten']),
  calls: z.int().describe('Number of training calls.'),
  tools: z.int(),
  trainedUntil: z.iso.datetime(),
  trainMs: z.int(),
  comparison: z.object({
    calls: z
      .int()
      .describe(
        'Number of the newest calls, on which both rankers were evaluated; with too few there is no comparison.',
      ),
    candidate: z
      .number()
      .nullable()
      .describe('Share of these calls whose tool is among the first twelve, 0 to 1.'),
    before: z.object({
      version: z.int().nullable().describe('Null for ranking by text only.'),
      recallAt12: z.number().nullable(),
    }),
  }),
  createdAt: z.iso.datetime(),
});
export type BrokerRanker = z.infer<typeof brokerRanker>;
export const brokerRankers = z.object({ items: z.array(brokerRanker) });
export type BrokerRankers = z.infer<typeof brokerRankers>;

/** Reason why a tool was or was not offered in a turn. */
export const brokerToolReason = z.object({
  tool: z.string(),
  offered: z.boolean(),
  reason: z.string(),
  source: z
    .enum(['decision', 'computed', 'scope'])
    .describe(
      'decision: stored with the decision; computed: recomputed from its inputs; scope: the tool was out of scope.',
    ),
  rank: z.int().nullable().describe('From 1; null for a tool that is always offered.'),
  score: z.number().nullable(),
  tier: toolTier
    .nullable()
    .describe('Current tier; null for a tool of an MCP server and for a removed tool.'),
  cut: z
    .object({
      chosen: z.int().describe('Number of tools that the broker chose.'),
      demanded: z.int().describe('Number of these that are offered for every message.'),
      last: z
        .object({
          tool: z.string(),
          rank: z.int(),
          score: z.number().nullable(),
          newTool: z.boolean().describe('The tool has a place reserved for rarely used tools.'),
        })
        .nullable()
        .describe('The last tool that was chosen by rank.'),
    })
    .nullable()
    .describe('The broker’s cut-off; null if it chose nothing.'),
  changed: z
    .array(z.enum(['tools', 'ranker']))
    .describe('Inputs that have changed since the turn; a computed reason may therefore differ.'),
});
export type BrokerToolReason = z.infer<typeof brokerToolReason>;

export const brokerModesQuery = z.strictObject({ org, days });
export type BrokerModesQuery = z.infer<typeof brokerModesQuery>;

export const brokerModeFigures = z.object({
  turns: z.int().describe('Turns that called tools.'),
  rate: z.number().describe('toolInBrokeredSet, 0 to 1.'),
  missed: z.int().describe('Turns with a miss.'),
  searched: z.int().describe('Turns in which tool_search found a tool.'),
  toolsInScope: z.number(),
  toolsOffered: z.number(),
  toolsBrokered: z.number(),
  tokensInScope: z.number().describe('Average number of schema tokens; the same for the next two fields.'),
  tokensOffered: z.number(),
  tokensBrokered: z.number(),
  savedShare: z.number().describe('Share of the schema tokens in scope that the broker’s set saves, 0 to 1.'),
  savedShareNet: z
    .number()
    .describe('savedShare minus the prompt cache tokens that changed tool lists invalidated.'),
  selectionUs: z.object({ p50: z.number(), p99: z.number() }),
});
export type BrokerModeFigures = z.infer<typeof brokerModeFigures>;

const modesSideBySide = { shadow: brokerModeFigures.nullable(), enforce: brokerModeFigures.nullable() };

/** Figures of shadow and enforce mode; null if no turn in that mode called a tool. */
export const brokerModes = z.object({
  ...modesSideBySide,
  languages: z.array(z.object({ key: z.string(), ...modesSideBySide })),
  agents: z.array(z.object({ key: z.string(), ...modesSideBySide })),
});
export type BrokerModes = z.infer<typeof brokerModes>;
