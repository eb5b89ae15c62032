import { z } from 'zod';
import { defineTool, enumWithSynonyms } from '#pack-kit';
import { round } from './figures.ts';
import { countLeads } from '../schema/leads/dashboard.read-model.ts';

export const PERIODS = {
  '1d': ['today', '24 hours', 'last day', 'يوم', 'اليوم'],
  '7d': ['week', 'this week', 'last week', 'seven days', '7 days', 'أسبوع', 'الأسبوع'],
  '30d': ['month', 'this month', 'last month', '30 days', 'thirty days', 'شهر', 'الشهر'],
  '90d': ['quarter', 'this quarter', 'last quarter', 'three months', '90 days', 'ربع', 'ربع السنة'],
};
export type Period = keyof typeof PERIODS;
export const DAYS: Record<Period, number> = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 };
const DAY_MS = 24 * 3_600_000;

const input = z.object({
  period: enumWithSynonyms(PERIODS, { description: '1d, 7d, 30d or 90d' }).default('7d'),
});

/** Rates are percent with one decimal. */
export interface DashboardStats {
  period: Period;
  from: string;
  to: string;
  totalLeads: number;
  qualifiedLeads: number;
  conversionRatePct: number;
  averageLeadScore: number | null;
  engagementRatePct: number;
  topCapabilities: { capability: string; leads: number }[];
  bookedLeads: number;
  bookingRatePct: number;
  /** The number of demo leads, and whether there are any. */
  sampleLeads: number;
  sample?: true;
}

export const getDashboardStats = defineTool({
  name: 'get_dashboard_stats',
  description:
    'Lead statistics for a period: how many came, were qualified, engaged and booked, the average score, and which capabilities were shown most.',
  category: 'admin',
  capability: 'doc',
  input,
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
