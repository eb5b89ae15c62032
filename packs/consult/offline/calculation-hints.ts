import { phraseList } from '#text';
import type { OfflineToolHints } from '#pack-kit';
import { count, dollars, monthsInArabic, monthsInWords, oneDecimal } from '../tools/figures.ts';
import type { RoiResult } from '../tools/calculate-roi.ts';
import type { CostOfInaction } from '../tools/cost-of-inaction.ts';
import { hoursAWeek, hoursSavedAYear, lostOn, monthsCounted, peopleCount, rateAnHour } from './readings.ts';

function roiReply(roi: RoiResult): string {
  const percent = roi.roiPercent === null ? '' : `, a return of ${oneDecimal(roi.roiPercent)} %`;
  return [
    `Savings of ${dollars(roi.annualSavings)} a year; over ${roi.timelineMonths} months a net ${roi.netSavings < 0 ? 'loss' : 'gain'} of ${dollars(Math.abs(roi.netSavings))} on ${dollars(roi.totalInvestment)} invested${percent}.`,
    roi.paybackMonths === null
      ? 'It does not pay back.'
      : `It pays back after ${monthsInWords(roi.paybackMonths)}.`,
    [...roi.assumptions, ...(roi.warnings ?? [])].join(' '),
  ]
    .filter(Boolean)
    .join('\n');
}

function roiReplyArabic(roi: RoiResult): string {
  const percent = roi.roiPercent === null ? '' : `، بعائد ${oneDecimal(roi.roiPercent)} %`;
  return [
    `التوفير السنوي ${dollars(roi.annualSavings)}؛ وخلال ${roi.timelineMonths} شهرا صافي ${roi.netSavings < 0 ? 'الخسارة' : 'الربح'} ${dollars(Math.abs(roi.netSavings))} على استثمار ${dollars(roi.totalInvestment)}${percent}.`,
    roi.paybackMonths === null
      ? 'لا تُسترد التكلفة.'
      : `تُسترد التكلفة خلال ${monthsInArabic(roi.paybackMonths)}.`,
  ].join('\n');
}

function lossReply(cost: CostOfInaction): string {
  const { process, monthlyHours, monthlyCost, annualCost, workshop, consulting } = cost;
  const months = ({ breakEvenMonths, price }: CostOfInaction['workshop']) =>
    `${dollars(price)}, equal to ${monthsInWords(breakEvenMonths)} of this loss`;
  return [
    `${count(monthlyHours)} hours a month go into ${process}: ${dollars(monthlyCost)} a month, ${dollars(annualCost)} a year.`,
    `The workshop costs ${months(workshop)}; the consulting engagement ${months(consulting)}.`,
    `A month counts as ${cost.weeksPerMonth} weeks and an hour of work as ${dollars(cost.hourlyRate)}.`,
  ].join('\n');
}

function lossReplyArabic(cost: CostOfInaction): string {
  const { process, monthlyHours, monthlyCost, annualCost, workshop, consulting } = cost;
  const months = ({ breakEvenMonths, price }: CostOfInaction['workshop']) =>
    `${dollars(price)}، أي ${monthsInArabic(breakEvenMonths)} من هذه الخسارة`;
  return [
    `يستهلك هذا العمل (${process}) ${count(monthlyHours)} ساعة في الشهر: ${dollars(monthlyCost)} شهريا، أي ${dollars(annualCost)} سنويا.`,
    `تكلفة ورشة العمل ${months(workshop)}؛ وتكلفة الاستشارات ${months(consulting)}.`,
    `حُسب الشهر بـ ${cost.weeksPerMonth} أسابيع وساعة العمل بـ ${dollars(cost.hourlyRate)}.`,
  ].join('\n');
}

/**
 * Hints for the tools that calculate. Every figure of a message must have its own word beside it; otherwise none is
 * used.
 */
export const calculationHints: Readonly<Record<string, OfflineToolHints>> = {
  calculate_roi: {
    fill: {
      timeSavings: { from: 'rule', read: hoursSavedAYear },
      employeeCostPerHour: { from: 'rule', read: rateAnHour },
      implementationCost: {
        from: 'money',
        bound: 'any',
        near: ['implementation', 'implementing', 'set up', 'setup', 'التنفيذ'],
      },
      timeline: { from: 'rule', read: monthsCounted },
    },
    cues: phraseList(
      `roi, return on investment, payback, calculate, hours a year, saves, per hour, العائد على الاستثمار,
       احسب, إذا وفرنا, سنويا`,
    ),
    // Without the hours nothing can be calculated.
    applies: (message) => hoursSavedAYear(message) !== undefined,
    reply: { en: roiReply, ar: roiReplyArabic },
  },
  simulate_cost_of_inaction: {
    fill: {
      inefficient_process: {
        from: 'first',
        of: [
          { from: 'rule', read: lostOn },
          { from: 'known', key: 'painPoint' },
        ],
      },
      hours_wasted_per_week: { from: 'rule', read: hoursAWeek },
      team_size: { from: 'rule', read: peopleCount },
      hourly_rate: { from: 'rule', read: rateAnHour },
    },
    cues: phraseList(
      'lose, waste, who each lose, hours a week, cost of waiting, يضيعون, نضيع, نخسر, أسبوعيا',
    ),
    ask: {
      inefficient_process: { en: 'Which work costs you that time?', ar: 'أي عمل يستهلك هذا الوقت؟' },
      hours_wasted_per_week: {
        en: 'How many hours does each person lose on it in a week?',
        ar: 'كم ساعة يخسرها كل شخص في الأسبوع؟',
      },
      team_size: { en: 'How many people does that concern?', ar: 'كم شخصا يعنيه ذلك؟' },
    },
    reply: { en: lossReply, ar: lossReplyArabic },
  },
};
