import { z } from 'zod';
import { consoleOrg } from './session.ts';
import { uuid } from '../values/ids.ts';
import { featureRequestStatus } from '../tools/feature-requests.ts';
import { wholeNumber } from '../values/numbers.ts';
import { MAX_PAGE_SIZE, pageOf, pageQuery } from '../values/page.ts';
import { changeReason, toolExample, toolName, toolTier } from '../tools/tool-override.ts';

const org = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'expected the slug of an org')
  .optional();
const days = wholeNumber(1, 90).default(7);

/** By what the broker's figures are grouped. Maturity: how often a tool was called with success before. */
export const brokerGroupings = [
  'day',
  'org',
  'agent',
  'language',
  'mode',
  'tool',
  'maturity',
  'intent',
] as const;
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
  hits: z.int().describe('Of them, those whose called tools were all in the broker’s set.'),
  rate: z.number().describe('toolInBrokeredSet: hits among turns, 0 to 1.'),
  toolsInScope: z.number().describe('On average.'),
  toolsBrokered: z.number().describe('On average.'),
  tokensSaved: z.int().describe('Schema tokens in scope less those of the broker’s set.'),
  tokensSavedNet: z.int().describe('Less the cached tokens that were lost by changed lists of tools.'),
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
  /** Null where the session may not read what people wrote. */
  message: z.string().nullable(),
  missed: z.array(z.string()),
  ranking: z.array(z.string()).describe('The best ranked instead, best first.'),
  foundBySearch: z.array(z.string()),
});
export type BrokerMiss = z.infer<typeof brokerMiss>;
export const brokerMissPage = pageOf(brokerMiss);
export type BrokerMissPage = z.infer<typeof brokerMissPage>;

/**
 * Why a turn lacked a tool: no tool in scope shares anything with its message, `tool_search` found nothing, the model
 * said that it has no tool, or it recorded a feature request.
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
    /** In place of `days`; `to` is now when it is absent. */
    from: z.iso.datetime({ offset: true }).optional(),
    to: z.iso.datetime({ offset: true }).optional(),
    kind: z.enum(toolGapKinds).optional(),
    limit: wholeNumber(1, MAX_PAGE_SIZE).default(20),
    /** Goes on in the time of the first page, whatever `days`, `from` and `to` say. */
    cursor: pageQuery.shape.cursor,
  })
  .refine(({ from, to }) => from === undefined || to === undefined || Date.parse(from) < Date.parse(to), {
    path: ['to'],
    error: 'expected a moment after `from`',
  });
export type ToolGapsQuery = z.infer<typeof toolGapsQuery>;

/** Messages about the same that no tool was there for. */
export const toolGap = z.object({
  /** What they have in common; null, as messages and titles are, where the session may not read what people wrote. */
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
  /** Feature requests that were recorded in these turns. */
  featureRequests: z.array(
    z.object({ id: uuid, title: z.string().nullable(), status: featureRequestStatus, votes: z.int() }),
  ),
});
export type ToolGap = z.infer<typeof toolGap>;

export const toolGapReport = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  turns: z.int().describe('Turns in that time that lacked a tool.'),
  clustered: z.int().describe('Of them, the newest ones that the clusters are made of.'),
  clusters: z.int().describe('Clusters in all, the greatest first.'),
  ...pageOf(toolGap).shape,
});
export type ToolGapReport = z.infer<typeof toolGapReport>;

/** A miss that is taken as an example of the tool that was called. */
export const takeMissExample = z.strictObject({
  /** One of the tools that the turn missed. */
  tool: toolName,
  /** In place of the message, where it is too long or says too much of who wrote it. */
  text: toolExample.optional(),
  reason: changeReason.optional(),
});
export type TakeMissExample = z.infer<typeof takeMissExample>;

export const missExampleAnswer = z.object({
  tool: z.string(),
  example: z.string(),
  version: z
    .int()
    .describe('Of what the org lays over the tool; unchanged where it had the example already.'),
});
export type MissExampleAnswer = z.infer<typeof missExampleAnswer>;

export const brokerRankersQuery = z.strictObject({
  org,
  limit: wholeNumber(1, 200).default(50),
});
export type BrokerRankersQuery = z.infer<typeof brokerRankersQuery>;

/** One training of an org's ranker, compared on the newest calls with what served before. */
export const brokerRanker = z.object({
  org: consoleOrg,
  version: z.int(),
  serving: z.boolean(),
  verdict: z.enum(['serves', 'worse', 'forgotten']),
  calls: z.int().describe('Calls that it learned from.'),
  tools: z.int(),
  trainedUntil: z.iso.datetime(),
  trainMs: z.int(),
  comparison: z.object({
    calls: z.int().describe('The newest calls, on which both were asked; too few compare nothing.'),
    candidate: z.number().nullable().describe('Share of them whose tool is among the first twelve, 0 to 1.'),
    before: z.object({
      version: z.int().nullable().describe('Null for text alone.'),
      recallAt12: z.number().nullable(),
    }),
  }),
  createdAt: z.iso.datetime(),
});
export type BrokerRanker = z.infer<typeof brokerRanker>;
export const brokerRankers = z.object({ items: z.array(brokerRanker) });
export type BrokerRankers = z.infer<typeof brokerRankers>;

/** Why a tool was or was not offered in a turn. */
export const brokerToolReason = z.object({
  tool: z.string(),
  offered: z.boolean(),
  reason: z.string(),
  source: z
    .enum(['decision', 'computed', 'scope'])
    .describe('Kept with the decision, found anew from what it rested on, or out of scope.'),
  rank: z.int().nullable().describe('From 1; null for a tool that is there in any case.'),
  score: z.number().nullable(),
  tier: toolTier.nullable().describe('As it is now; null for a tool of an MCP server, and one that is gone.'),
  cut: z
    .object({
      chosen: z.int().describe('Tools that the broker chose.'),
      demanded: z.int().describe('Those of them that are there whatever the message says.'),
      last: z
        .object({
          tool: z.string(),
          rank: z.int(),
          score: z.number().nullable(),
          newTool: z.boolean().describe('It has a place that is kept for tools with little use.'),
        })
        .nullable()
        .describe('The last one that its rank brought in.'),
    })
    .nullable()
    .describe('Where the broker stopped; null where it chose nothing.'),
  changed: z
    .array(z.enum(['tools', 'ranker']))
    .describe('What is no longer as it was; a computed reason may differ by it.'),
});
export type BrokerToolReason = z.infer<typeof brokerToolReason>;

export const brokerModesQuery = z.strictObject({ org, days });
export type BrokerModesQuery = z.infer<typeof brokerModesQuery>;

export const brokerModeFigures = z.object({
  turns: z.int().describe('Turns that called tools.'),
  rate: z.number().describe('toolInBrokeredSet, 0 to 1.'),
  missed: z.int().describe('Turns with a miss.'),
  searched: z.int().describe('Turns in which tool_search found something.'),
  toolsInScope: z.number(),
  toolsOffered: z.number(),
  toolsBrokered: z.number(),
  tokensInScope: z.number().describe('Schema tokens on average, as those below.'),
  tokensOffered: z.number(),
  tokensBrokered: z.number(),
  savedShare: z.number().describe('Schema tokens less by the broker’s set, 0 to 1 of those in scope.'),
  savedShareNet: z.number().describe('Less what the prompt cache lost by changed lists of tools.'),
  selectionUs: z.object({ p50: z.number(), p99: z.number() }),
});
export type BrokerModeFigures = z.infer<typeof brokerModeFigures>;

const modesSideBySide = { shadow: brokerModeFigures.nullable(), enforce: brokerModeFigures.nullable() };

/** Shadow and enforce side by side; null where no turn of that mode called a tool. */
export const brokerModes = z.object({
  ...modesSideBySide,
  languages: z.array(z.object({ key: z.string(), ...modesSideBySide })),
  agents: z.array(z.object({ key: z.string(), ...modesSideBySide })),
});
export type BrokerModes = z.infer<typeof brokerModes>;
