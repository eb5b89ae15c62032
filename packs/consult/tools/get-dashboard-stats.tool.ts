import { z } from 'zod';
import { keysOf, defineTool, enumWithSynonyms } from '#pack-kit';
import { round } from './figures.ts';
import { countLeads } from '../schema/leads/dashboard.read-model.ts';

export const PERIODS = {
  '1d': ['today', '24 hours', 'last day', 'يوم', 'اليوم'],
  '7d': ['week', 'this week', 'last week', 'seven days', '7 days', 'last 7 days', 'أسبوع', 'الأسبوع'],
  '30d': ['month', 'this month', 'last month', '30 days', 'last 30 days', 'thirty days', 'شهر', 'الشهر'],
  '90d': [
    'quarter',
    'this quarter',
    'last quarter',
    'three months',
    '90 days',
    'last 90 days',
    'ربع',
    'ربع السنة',
  ],
};
export type Period = keyof typeof PERIODS;
export const DAYS: Record<Period, number> = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 };
const DAY_MS = 24 * 3_600_000;

const input = z.object({
  period: enumWithSynonyms(PERIODS, { description: 'The last 1, 7, 30 or 90 days.' }).default('7d'),
});

/** Rates are percent with one decimal. */
const result = z.object({
  period: z.enum(keysOf(PERIODS)),
  from: z.string(),
  to: z.string(),
  totalLeads: z.number(),
  qualifiedLeads: z.number(),
  conversionRatePct: z.number(),
  averageLeadScore: z.number().nullable(),
  engagementRatePct: z.number(),
  topCapabilities: z.array(z.object({ capability: z.string(), leads: z.number() })),
  bookedLeads: z.number(),
  bookingRatePct: z.number(),
  sampleLeads: z.number().describe('The number of demo leads, and whether there are any'),
  sample: z.literal(true).optional(),
});
export type DashboardStats = z.infer<typeof result>;

export const getDashboardStats = defineTool({
  name: 'get_dashboard_stats',
  description:
    'Lead statistics for a period: how many came, were qualified, engaged and booked, the average score, and which capabilities were shown most.',
  category: 'admin',
  capability: 'doc',
  input,
  result,
  whenToUse: [
    'An admin asks how leads did: dashboard, conversion, engagement, bookings.',
    'Numbers of the funnel for a day, a week, a month, or compared with before.',
  ],
  examples: [
    'How did leads do this month?',
    'Dashboard for the last quarter',
    'Which capabilities get shown most?',
    'أعطني إحصاءات العملاء المحتملين لهذا الأسبوع',
    'ما معدل التحويل هذا الشهر؟',
  ],
  tier: 'always',
  role: 'admin',
  sideEffect: 'none',
  intents: ['admin'],
  async execute({ period }, context): Promise<DashboardStats> {
    const to = context.clock.now();
    const from = new Date(to.getTime() - DAYS[period] * DAY_MS);
    const { total, qualified, averageScore, engaged, booked, sample, topCapabilities } = await context.read(
      (tx) => countLeads(tx, from, to),
    );
    const share = (part: number) => (total === 0 ? 0 : round((part / total) * 100, 1));
    return {
      period,
      from: from.toISOString(),
      to: to.toISOString(),
      totalLeads: total,
      qualifiedLeads: qualified,
      conversionRatePct: share(qualified),
      averageLeadScore: averageScore === null ? null : round(averageScore, 1),
      engagementRatePct: share(engaged),
      topCapabilities,
      bookedLeads: booked,
      bookingRatePct: share(booked),
      sampleLeads: sample,
      ...(sample > 0 && { sample: true as const }),
    };
  },
});
