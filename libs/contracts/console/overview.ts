import { z } from 'zod';

/** The first screen of the console: how the installation, or one org, is doing now. */

const figures = z.object({
  turns: z.int(),
  completed: z.int(),
  failed: z.int(),
  /** From acceptance to end, of those that ended; null when none did. */
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
});

/** What somebody should look at. */
export const overviewAlertKinds = [
  'flag_fallback',
  'provider_key_removed',
  'circuit_open',
  'model_unknown',
  'budget_hard',
  'budget_soft',
  'mcp_server_away',
  'failed_turns',
  'approvals',
  'unknown_outcomes',
  'changed_definitions',
  'failed_webhooks',
] as const;
export type OverviewAlertKind = (typeof overviewAlertKinds)[number];

export const consoleOverview = z.object({
  at: z.iso.datetime(),
  /** The last 60 minutes, and the 60 before them. */
  hour: figures,
  before: figures,
  /** One entry a minute, oldest first; the last one is the minute that runs. */
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
    /** Of the turn that has waited longest; null when none waits. */
    oldestMs: z.number().nullable(),
  }),
  /** Today, in each org's own time zone, in USD. */
  spend: z.object({
    todayUsd: z.number(),
    /** The daily budgets of the orgs that have one, summed; null when none has. */
    softUsd: z.number().nullable(),
    hardUsd: z.number().nullable(),
    /** Spent by the orgs that have a daily budget: what stands against it. */
    budgetedUsd: z.number(),
    /** Each of the last 14 days, oldest first. */
    days: z.array(z.object({ day: z.iso.date(), usd: z.number() })),
  }),
  /** toolInBrokeredSet of the last 7 days. */
  broker: z.object({
    /** 0 to 1; null when nothing was measured. */
    rate: z.number().nullable(),
    turns: z.int(),
    target: z.number(),
    days: z.array(z.object({ day: z.iso.date(), rate: z.number().nullable(), turns: z.int() })),
  }),
  alerts: z.array(
    z.object({
      kind: z.enum(overviewAlertKinds),
      count: z.int(),
      /** Which: a model, a server, a flag. Null where a number says enough. */
      subject: z.string().nullable(),
      /** Slug of the org, where it is of one. */
      org: z.string().nullable(),
      at: z.iso.datetime(),
    }),
  ),
});
export type ConsoleOverview = z.infer<typeof consoleOverview>;
