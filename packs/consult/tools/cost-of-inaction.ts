import { dollars, round } from './figures.ts';

export interface BreakEven {
  price: number;
  breakEvenMonths: number;
  /** Percent of the price that one month of waiting costs. */
  monthlyShare: number;
}

/** The cost of waiting, in US dollar. */
export interface CostOfInaction {
  process: string;
  monthlyHours: number;
  monthlyCost: number;
  annualCost: number;
  hourlyRate: number;
  weeksPerMonth: number;
  workshop: BreakEven;
  consulting: BreakEven;
  assumptions: string[];
}

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
