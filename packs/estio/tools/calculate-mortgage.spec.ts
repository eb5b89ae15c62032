import { calculateMortgageHints } from '../offline/calculate-mortgage.ts';
import { agencyOrg, itRefuses } from '../testing/estio.fixture.ts';
import { calculateMortgage, type Mortgage } from './calculate-mortgage.tool.ts';

describe('calculate_mortgage', () => {
  const demo = agencyOrg();
  const run = (args: Record<string, unknown>) => demo.run<Mortgage>(calculateMortgage, args);

  it.each([
    [
      { price: '350k', downPaymentPct: '20%', annualRatePct: '3.75 %', termYears: '30' },
      [280_000, 1_296.72, 466_820.52, 186_820.52],
    ],
    [{ price: 120_000, downPaymentPct: 0, annualRatePct: 0, termYears: 10 }, [120_000, 1_000, 120_000, 0]],
  ])('computes %j', async (args, [loanAmount, monthlyPayment, totalPaid, totalInterest]) => {
    expect(await run(args)).toMatchObject({
      loanAmount,
      monthlyPayment,
      totalPaid,
      totalInterest,
      assumptions: [],
    });
  });

  it('ends with a balance of zero, and its years add up', async () => {
    const loan = await run({ price: 200_000 });
    expect(loan.yearly).toHaveLength(25);
    expect(loan.yearly.at(-1)).toMatchObject({ year: 25, balance: 0 });
    const paid = loan.yearly.reduce((sum, year) => sum + year.interestPaid + year.principalPaid, 0);
    expect(Math.abs(paid - loan.totalPaid)).toBeLessThan(0.5);
    expect(loan.firstPayment).toEqual({ interest: 466.67, principal: 272.3 });
    expect(loan.ltvPct).toBe(70);
  });

  it('reports its assumptions, according to the org’s settings', async () => {
    expect((await run({ price: 200_000 })).assumptions).toEqual([
      '30 % down payment assumed.',
      '4 % interest assumed.',
      '25 years assumed.',
    ]);
    demo.settings.set('ESTIO_MORTGAGE_RATE_PCT', '5.5');
    expect(await run({ price: 200_000 })).toMatchObject({ annualRatePct: 5.5 });
    demo.settings.set('ESTIO_MORTGAGE_RATE_PCT', '4.0');
  });

  it('is called an estimate once in the offline reply', async () => {
    const loan = await run({ price: 200_000 });
    const { en, ar } = calculateMortgageHints.reply ?? {};
    expect(en?.(loan as never, {} as never)?.match(/estimate/g)).toHaveLength(1);
    expect(ar?.(loan as never, {} as never)?.match(/تقدير/g)).toHaveLength(1);
  });

  it('uses the price of a property, and prefers an own amount to a percentage', async () => {
    expect(await run({ propertyId: 'prop-0001', downPayment: '50k' })).toMatchObject({
      price: 130_500,
      downPayment: 50_000,
      sample: true,
    });
  });

  itRefuses(run, [
    [{}, 'VALIDATION_FAILED', /price or a property/],
    [{ price: 100_000, downPayment: 100_000 }, 'VALIDATION_FAILED', /less than the price/],
    [{ propertyId: 'prop-9999' }, 'NOT_FOUND', /prop-9999/],
    [{ propertyId: 'prop-0234' }, 'PRECONDITION_FAILED', /to rent/],
    [{ propertyId: 'prop-0234', price: 200_000 }, 'PRECONDITION_FAILED', /to rent/],
    [{ price: 999 }],
    [{ price: 1e9 }],
    [{ price: 'much' }],
    [{ price: 2000, downPaymentPct: 96 }],
    [{ price: 2000, annualRatePct: -1 }],
    [{ price: 2000, termYears: 0 }],
    [{ price: 2000, termYears: 2.5 }],
  ]);
});
