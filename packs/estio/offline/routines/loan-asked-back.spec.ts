import type { RoutineCall } from '#pack-kit';
import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';
import { NAMES_NO_PRICE } from '../../tools/calculate-mortgage.tool.ts';

const TOOL = 'calculate_mortgage';
const unpriced = (given: Record<string, unknown>): RoutineCall => ({
  tool: TOOL,
  arguments: given,
  result: { success: false, error: NAMES_NO_PRICE, errorClass: 'VALIDATION_FAILED' },
});
const search = made('search_properties', { district: 'Paphos' }, { total: 24 });
const list =
  '24 matches for flats in Paphos; the cheapest are:\n1. Studio in Tala (prop-0103): €114,000, 5,974 m from the sea\n2. Studio in Peyia (prop-0014): €115,000, sea view';
const shown = { earlier: [search], lastCalls: [search], said: ['flats'], replied: [list] };
const told = { downPaymentPct: 20, termYears: 25 };

describe('a loan for nothing that was named', () => {
  it('is asked for with the homes of the list, and keeps what was told', () => {
    const said = reply(
      stepFor('monthly payment with 20% down over 25 years', { ...shown, calls: [unpriced(told)] }),
    );
    expect(said).toMatch(
      /1\. Studio in Tala \(prop-0103\): €114,000\n2\. Studio in Peyia \(prop-0014\): €115,000\n/,
    );
    expect(said).toContain('20% down, over 25 years.');
  });

  it('says with another term that it is kept, too', () =>
    expect(
      reply(
        stepFor('and at 4.5% interest?', { ...shown, calls: [unpriced({ ...told, annualRatePct: 4.5 })] }),
      ),
    ).toContain('20% down, over 25 years, at 4.5%.'));

  it('names no list where there is none', () =>
    expect(reply(stepFor('monthly payment over 25 years', { calls: [unpriced({ termYears: 25 })] }))).toMatch(
      /^For which price or property\?[^]*“monthly[^]*over 25 years\.$/,
    ));

  it('names no home to rent', () => {
    const replied = ['1. Studio in Tala (prop-0103): €700 a month\n2. Studio in Peyia (prop-0014): €115,000'];
    const said = reply(stepFor('monthly payment', { ...shown, replied, calls: [unpriced({})] }));
    expect(said).toContain('prop-0014');
    expect(said).not.toContain('prop-0103');
  });

  it('asks in Arabic', () => {
    const said = reply(stepFor('كم القسط الشهري مع دفعة أولى 20%؟', { ...shown, calls: [unpriced(told)] }));
    expect(said).toMatch(/لأي سعر أو أي عقار[^]*prop-0103[^]*أحتفظ بما ذكرته: دفعة أولى 20%، مدة 25 سنة/);
  });

  it('leaves the plain question where nothing was told or listed', () =>
    expect(stepFor('monthly payment?', { calls: [unpriced({})] })).toBeUndefined());

  it('is worked out for the one that is picked', () => {
    const before = { ...shown, earlier: [search, unpriced(told)], lastCalls: [unpriced(told)] };
    const turn = { ...before, offered: [TOOL], filled: () => ({ propertyId: 'prop-0014' }) };
    expect(callsOf(stepFor('the second one', turn))).toEqual([
      { tool: TOOL, arguments: { ...told, propertyId: 'prop-0014' } },
    ]);
  });
});
