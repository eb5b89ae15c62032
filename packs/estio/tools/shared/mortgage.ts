import { z } from 'zod';
/** A loan. Amounts are euro, unrounded. */
export interface Loan {
  amount: number;
  /** Nominal rate in percent a year. */
  annualRatePct: number;
  termYears: number;
}

const MONTHS_PER_YEAR = 12;

/** Rounded half up to cents. */
export function cents(amount: number): number {
  // The small shift corrects binary fractions: 1.005 is stored as slightly less.
  return Math.round((amount + Number.EPSILON * Math.abs(amount)) * 100) / 100;
}

/**
 * The instalment of an annuity loan: M = P·r / (1 − (1 + r)^−n) with r the rate of a month and n the payments; P / n
 * without interest.
 */
export function monthlyPayment({ amount, annualRatePct, termYears }: Loan): number {
  const rate = annualRatePct / 1_200;
  const payments = termYears * MONTHS_PER_YEAR;
  return rate === 0 ? amount / payments : (amount * rate) / (1 - (1 + rate) ** -payments);
}

/** The balance after `months`: P(1 + r)^k − M((1 + r)^k − 1)/r; P − M·k without interest. */
export function balanceAfter(loan: Loan, months: number): number {
  const rate = loan.annualRatePct / 1_200;
  const payment = monthlyPayment(loan);
  if (rate === 0) return loan.amount - payment * months;
  const growth = (1 + rate) ** months;
  return loan.amount * growth - (payment * (growth - 1)) / rate;
}

export const loanYear = z.object({
  year: z.number(),
  interestPaid: z.number(),
  principalPaid: z.number(),
  balance: z.number().describe('The balance at the end of the year'),
});
export type LoanYear = z.infer<typeof loanYear>;

/** The years of the loan, in cents. */
export function yearsOf(loan: Loan): LoanYear[] {
  const perYear = monthlyPayment(loan) * MONTHS_PER_YEAR;
  return Array.from({ length: loan.termYears }, (_, index) => {
    const before = balanceAfter(loan, index * MONTHS_PER_YEAR);
    const after = index + 1 === loan.termYears ? 0 : balanceAfter(loan, (index + 1) * MONTHS_PER_YEAR);
    const principal = before - after;
    return {
      year: index + 1,
      interestPaid: cents(perYear - principal),
      principalPaid: cents(principal),
      balance: cents(after),
    };
  });
}
