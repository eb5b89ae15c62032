import type { RoutineCall } from '#pack-kit';
import { callsOf, made, reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { component, finishedBom } from '../../schema/artifacts/bom.kind.ts';
import { partsFor } from '../rules/parts-list.ts';
import { newBudget } from './budget.ts';

const bom = finishedBom({
  currency: 'USD',
  components: partsFor(['an esp32 with a soil moisture sensor and a pump']).map((part) =>
    component.parse(part),
  ),
});
const read = (kind: string, content?: unknown): RoutineCall =>
  made(
    'read_file',
    { artifact_type: kind },
    content === undefined ? { exists: false } : { exists: true, version: 1, content },
  );

/** What is written of the budget, and what is said then. */
function budgetFor(text: string, known: Record<string, unknown>) {
  const kinds = ['bom', 'conversation_summary', 'budget', 'context'];
  const turn = routineTurn(text, {
    agent: 'budgetOptimizer',
    offered: ['read_file', 'write_file'],
    artifacts: Object.fromEntries(Object.keys(known).map((kind) => [kind, 1])),
    calls: kinds.map((kind) => read(kind, known[kind])),
  });
  const [call] = callsOf(newBudget(turn));
  const done = call && { ...turn, calls: [...turn.calls, made(call.tool, call.arguments)] };
  return { written: call?.arguments.content, said: reply(newBudget(done ?? turn)) ?? '' };
}

describe('a budget that is told before there are parts', () => {
  it.each([
    [
      'My budget is 40 euros',
      { targetBudget: 40, targetCurrency: 'EUR' },
      /kept 40\.00 EUR.*prices are in USD/,
    ],
    ['My budget is 40 dollars', { targetBudget: 40 }, /kept 40\.00 USD/],
    ['ميزانيتي ٤٠ يورو', { targetBudget: 40, targetCurrency: 'EUR' }, /حفظت 40\.00 يورو/],
  ])('is kept: %s', (text, content, says) => {
    const { written, said } = budgetFor(text, { context: '## Overview\n\nA lamp.\n' });
    expect(written).toEqual(content);
    expect(said).toMatch(says);
  });

  it('holds once there are parts', () =>
    expect(
      budgetFor('how much will it cost?', {
        bom,
        budget: { targetBudget: 40, targetCurrency: 'EUR', otherCosts: [] },
      }).written,
    ).toMatchObject({ targetBudget: 40, targetCurrency: 'EUR' }));

  it('says only what is missing where none is told', () => {
    const { written, said } = budgetFor('how much will it cost?', {});
    expect(written).toBeUndefined();
    expect(said).toContain('There is no parts list yet');
  });
});

describe('a limit in another currency than the prices', () => {
  it.each([
    ['can we get it under 20 euros?', '20.00 EUR', /prices are in USD.*no exchange rate to EUR/],
    ['keep it under £20', '20.00 GBP', /prices are in USD.*no exchange rate to GBP/],
    ['أقل من 20 يورو', '20.00 يورو', /بالدولار.*سعر الصرف/],
  ])('is neither relabelled nor compared: %s', (text, limit, says) => {
    const { said } = budgetFor(text, { bom });
    expect(said).toContain(limit);
    expect(said).toMatch(says);
    expect(said).not.toMatch(/20\.00 (?:USD|دولار)|over the target|within the target/);
  });

  it('takes a bare number for the currency that was named before, and another one where it is named', () => {
    const budget = { targetBudget: 40, targetCurrency: 'EUR', otherCosts: [] };
    expect(budgetFor('keep it under 30', { bom, budget }).written).toMatchObject({ targetCurrency: 'EUR' });
    const { written, said } = budgetFor('keep it under 30 dollars', { bom, budget });
    expect(written).not.toHaveProperty('targetCurrency');
    expect(said).toMatch(/(?:within|over) the target of 30\.00 USD|over the target/);
  });
});

it('offers to leave out a supply that stands beside a cell and its converter', () => {
  const both = finishedBom({
    currency: 'USD',
    components: partsFor(['an ESP32 with a pump, a power supply and an 18650 battery']).map((part) =>
      component.parse(part),
    ),
  });
  expect(budgetFor('make it cheaper', { bom: both }).said).toContain('“remove the power supply” saves 5.00');
  expect(budgetFor('make it cheaper', { bom }).said).not.toContain('remove the power supply');
});
