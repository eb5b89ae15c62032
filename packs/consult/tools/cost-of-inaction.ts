import { money, round } from './figures.ts';

export interface BreakEven {
  /** USD. */
  price: number;
  /** Null where the loss is counted in another currency than the prices: no exchange rate is known here. */
  breakEvenMonths: number | null;
  /** Percent of the price that one month of waiting costs; null as above. */
  monthlyShare: number | null;
}

/** What waiting costs, in the currency that an hour of work was told in; prices are US dollar. */
export interface CostOfInaction {
  process: string;
  monthlyHours: number;
  monthlyCost: number;
  annualCost: number;
  hourlyRate: number;
  /** ISO 4217. */
  currency: string;
  weeksPerMonth: number;
  workshop: BreakEven;
  consulting: BreakEven;
  assumptions: string[];
}

export interface CostRates {
  weeksPerMonth: number;
  hourlyRate: number;
  /** Of the rate; US dollar where none is given. */
  currency?: string;
  workshopPrice: number;
  consultingPrice: number;
}

const MONTHS_PER_YEAR = 12;

/** Hours × weeks × people × rate; the break-even is the price in months of that cost. */
export function costOfInaction(
  process: string,
  { hoursPerWeek, people }: { hoursPerWeek: number; people: number },
  { weeksPerMonth, hourlyRate, currency = 'USD', workshopPrice, consultingPrice }: CostRates,
): CostOfInaction {
  const monthlyHours = hoursPerWeek * weeksPerMonth * people;
  const monthlyCost = monthlyHours * hourlyRate;
  const isComparable = currency === 'USD';
  const against = (price: number): BreakEven => ({
    price,
    breakEvenMonths: isComparable ? round(price / monthlyCost, 1) : null,
    monthlyShare: isComparable ? round((monthlyCost / price) * 100, 1) : null,
  });
  return {
    process,
    monthlyHours: round(monthlyHours, 2),
    monthlyCost: round(monthlyCost, 2),
    annualCost: round(monthlyCost * MONTHS_PER_YEAR, 2),
    hourlyRate,
    currency,
    weeksPerMonth,
    workshop: against(workshopPrice),
    consulting: against(consultingPrice),
    assumptions: [
      `A month is counted with ${weeksPerMonth} weeks and an hour of work with ${isComparable ? `$${hourlyRate}` : money(hourlyRate, currency)}.`,
      'The hours are those of each person.',
    ],
  };
}
