import { wordList } from '../values/word-list.ts';
import { z } from 'zod';

/** The first screen of the console: the current state of the installation or of one org. */

const figures = z.object({
  turns: z.int(),
  completed: z.int(),
  failed: z.int(),
  /** Duration from acceptance to end of finished turns; null without any. */
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
});

export const overviewAlertKinds = wordList(
  `flag_fallback provider_key_removed circuit_open model_unknown budget_hard budget_soft mcp_server_away
   failed_turns approvals unknown_outcomes changed_definitions failed_webhooks`,
);
export type OverviewAlertKind = (typeof overviewAlertKinds)[number];

export const consoleOverview = z.object({
  at: z.iso.datetime(),
  /** The last 60 minutes. */
  hour: figures,
  /** The 60 minutes before `hour`. */
  before: figures,
  /** One entry per minute, oldest first; the last entry is the current minute. */
  minutes: z.array(
    z.object({
      at: z.iso.datetime(),
      accepted: z.int(),
      completed: z.int(),
      failed: z.int(),
      p95Ms: z.number().nullable(),
    }),
  ),
  queue: z.object({
    queued: z.int(),
    running: z.int(),
    awaitingApproval: z.int(),
    /** Waiting time of the oldest queued turn; null without queued turns. */
    oldestMs: z.number().nullable(),
  }),
  /** Costs in USD. Days are in the time zone of each org. */
  spend: z.object({
    todayUsd: z.number(),
    /** Sum of the daily budgets of all orgs; null without any. */
    softUsd: z.number().nullable(),
    hardUsd: z.number().nullable(),
    /** Costs of today to compare with `hardUsd`: those of the orgs that have one. With `softUsd`, if no org has a hard budget. */
    budgetedUsd: z.number(),
    /** The strictest of its own daily budgets that any org has used up. */
    over: z.enum(['soft', 'hard']).nullable(),
    /** The last 14 days, oldest first. */
    days: z.array(z.object({ day: z.iso.date(), usd: z.number() })),
  }),
  /** The measure toolInBrokeredSet over the last 7 days. */
  broker: z.object({
    /** 0 to 1; null without measured turns. */
    rate: z.number().nullable(),
    turns: z.int(),
    target: z.number(),
    days: z.array(z.object({ day: z.iso.date(), rate: z.number().nullable(), turns: z.int() })),
  }),
  alerts: z.array(
    z.object({
      kind: z.enum(overviewAlertKinds),
      count: z.int(),
      /** The affected model, server or flag; null for alerts that are only counted. */
      subject: z.string().nullable(),
      /** Slug of the affected org; null for the platform. */
      org: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
});
export type ConsoleOverview = z.infer<typeof consoleOverview>;
