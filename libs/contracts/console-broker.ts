import { z } from 'zod';
import { consoleOrg } from './console.ts';
import { uuid } from './ids.ts';
import { pageOf, pageQuery } from './page.ts';

const org = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'expected the slug of an org')
  .optional();
const days = z.coerce.number().int().min(1).max(90).default(7);

/** By what the broker's figures are grouped. Maturity: how often a tool was called with success before. */
export const brokerGroupings = ['day', 'org', 'agent', 'language', 'mode', 'tool', 'maturity'] as const;
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
  turns: z.int().describe('Turns that called tools while a set was computed; by tool and maturity, calls.'),
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

export const brokerMissesQuery = z.strictObject({ org, days, ...pageQuery.shape });
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
