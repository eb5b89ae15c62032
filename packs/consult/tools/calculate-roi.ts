import { z } from 'zod';
import { dollars, round } from './figures.ts';

/** Money is in US dollar, per year unless stated otherwise. */
export const roiResult = z.object({
  mode: z.enum(['simplified', 'detailed']),
  annualSavings: z.number(),
  grossSavings: z.number(),
  netSavings: z.number(),
  totalInvestment: z.number(),
  roiPercent: z.number().nullable().describe('Null without an investment'),
  paybackMonths: z.number().nullable().describe('Null where it never pays back'),
  timelineMonths: z.number(),
  savingsShareOfCurrentCostPct: z.number().nullable(),
  assumptions: z.array(z.string()),
  warnings: z.array(z.string()).optional(),
});
export type RoiResult = z.infer<typeof roiResult>;

const MONTHS_PER_YEAR = 12;
const SIMPLIFIED_FIELDS = [
  'currentCost',
  'timeSavings',
  'employeeCostPerHour',
  'implementationCost',
] as const;
const DETAILED_FIELDS = ['initialInvestment', 'annualCost'] as const;
const SAVINGS = ['staffReductionSavings', 'efficiencySavings', 'retentionSavings'] as const;

type RoiField = (typeof SIMPLIFIED_FIELDS | typeof DETAILED_FIELDS | typeof SAVINGS)[number];
/** The given figures, and the months that are counted. */
export type RoiInput = { timeline: number } & Partial<Record<RoiField, number>>;

/** The formula for the given fields; undefined if neither formula has its inputs. */
export function modeOf(input: RoiInput): RoiResult['mode'] | undefined {
  if (SAVINGS.some((name) => input[name] !== undefined)) return 'detailed';
  return input.timeSavings === undefined ? undefined : 'simplified';
}

/** Return on investment over the timeline. Sums are rounded to cents, percent and months to one decimal, half up. */
export function roiOf(input: RoiInput, mode: RoiResult['mode'], hourlyRate: number): RoiResult {
  const { timeline } = input;
  const detailed = mode === 'detailed';
  const rate = input.employeeCostPerHour ?? hourlyRate;
  const annualSavings = detailed
    ? SAVINGS.reduce((sum, name) => sum + (input[name] ?? 0), 0)
    : (input.timeSavings ?? 0) * rate;
  const investment = (detailed ? input.initialInvestment : input.implementationCost) ?? 0;
  const annualCost = detailed ? (input.annualCost ?? 0) : 0;
  const grossSavings = (annualSavings * timeline) / MONTHS_PER_YEAR;
  const totalInvestment = investment + (annualCost * timeline) / MONTHS_PER_YEAR;
  const netSavings = grossSavings - totalInvestment;
  const { currentCost } = input;
  const share = !detailed && currentCost ? round((annualSavings / currentCost) * 100, 1) : null;
  const warnings = warningsOf(input, detailed, share);
  return {
    mode,
    annualSavings: round(annualSavings, 2),
    grossSavings: round(grossSavings, 2),
    netSavings: round(netSavings, 2),
    totalInvestment: round(totalInvestment, 2),
    roiPercent: totalInvestment === 0 ? null : round((netSavings / totalInvestment) * 100, 1),
    paybackMonths: payback(investment, (annualSavings - annualCost) / MONTHS_PER_YEAR),
    timelineMonths: timeline,
    savingsShareOfCurrentCostPct: share,
    assumptions: assumptionsOf(input, detailed, rate),
    ...(warnings.length > 0 && { warnings }),
  };
}

function payback(investment: number, monthlyGain: number): number | null {
  if (investment === 0) return 0;
  return monthlyGain <= 0 ? null : round(investment / monthlyGain, 1);
}

function assumptionsOf(input: RoiInput, detailed: boolean, rate: number): string[] {
  const lines = [`Counted over ${input.timeline} months.`];
  if (detailed) return lines;
  const assumed = input.employeeCostPerHour === undefined ? ' (assumed)' : '';
  lines.push(`An hour of work costs ${dollars(rate)}${assumed}.`);
  if (input.implementationCost === undefined)
    lines.push('No implementation cost was named, so none is counted.');
  return lines;
}

function warningsOf(input: RoiInput, detailed: boolean, share: number | null): string[] {
  const others = (detailed ? SIMPLIFIED_FIELDS : DETAILED_FIELDS).filter((name) => input[name] !== undefined);
  return [
    ...(others.length > 0
      ? [`Not used by the ${detailed ? 'detailed' : 'simplified'} calculation: ${others.join(', ')}.`]
      : []),
    ...(share !== null && share > 100 ? ['The savings are larger than the current cost; check both.'] : []),
  ];
}
