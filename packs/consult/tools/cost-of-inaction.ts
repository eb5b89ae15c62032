import { z } from 'zod';
import { dollars, round } from './figures.ts';

export const breakEven = z.object({
  price: z.number(),
  breakEvenMonths: z.number(),
  monthlyShare: z.number().describe('Percent of the price that one month of waiting costs'),
});
export type BreakEven = z.infer<typeof breakEven>;

/** The cost of waiting, in US dollar. */
export const costOfInactionResult = z.object({
  process: z.string(),
  monthlyHours: z.number(),
  monthlyCost: z.number(),
  annualCost: z.number(),
  hourlyRate: z.number(),
  weeksPerMonth: z.number(),
  workshop: breakEven,
  consulting: breakEven,
  assumptions: z.array(z.string()),
});
export type CostOfInaction = z.infer<typeof costOfInactionResult>;

interface CostRates {
  weeksPerMonth: number;
  hourlyRate: number;
  workshopPrice: number;
  consultingPrice: number;
}

const MONTHS_PER_YEAR = 12;

/** Hours × weeks × people × rate; the break-even is the price in months of that cost. */
export function costOfInaction(
  process: string,
  { hoursPerWeek, people }: { hoursPerWeek: number; people: number },
  { weeksPerMonth, hourlyRate, workshopPrice, consultingPrice }: CostRates,
): CostOfInaction {
  const monthlyHours = hoursPerWeek * weeksPerMonth * people;
  const monthlyCost = monthlyHours * hourlyRate;
  const against = (price: number): BreakEven => ({
    price,
    breakEvenMonths: round(price / monthlyCost, 1),
    monthlyShare: round((monthlyCost / price) * 100, 1),
  });
  return {
    process,
    monthlyHours: round(monthlyHours, 2),
    monthlyCost: round(monthlyCost, 2),
    annualCost: round(monthlyCost * MONTHS_PER_YEAR, 2),
    hourlyRate,
    weeksPerMonth,
    workshop: against(workshopPrice),
    consulting: against(consultingPrice),
    assumptions: [
      `A month is counted with ${weeksPerMonth} weeks and an hour of work with ${dollars(hourlyRate)}.`,
      'The hours are those of each person.',
    ],
  };
}
