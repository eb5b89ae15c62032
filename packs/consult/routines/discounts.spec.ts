import { firstStep, reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import { PRICES } from '../agents/material.ts';
import { tellDiscounts } from './discounts.ts';
import { routines } from './index.ts';

const turn = (text: string) =>
  routineTurn(text, {
    agent: 'discovery',
    nothingFits: true,
    material: { [PRICES]: { workshop: 5_000, consulting: 20_000 } },
  });

it.each([
  'is there a discount?',
  'any discount?',
  'can we get it cheaper if we book two?',
  'do you give discounts to startups?',
  'is the price negotiable?',
  'If we book two workshops, do we get a discount?',
  'can you do it cheaper?',
  'would there be a special price for a charity?',
])('%s: none is on record, the prices are named and the rest is for the consultant', (text) => {
  const said = reply(firstStep(routines, turn(text))) ?? '';
  expect(said).toMatch(/No discount is on record/);
  expect(said).toContain('$5,000');
  expect(said).toContain('$20,000');
  expect(said).toMatch(/consultant/);
});

it.each(['هل يوجد خصم؟', 'ممكن سعر أفضل لو حجزنا اثنتين؟', 'هل السعر قابل للتفاوض'])('%s', (text) => {
  const said = reply(firstStep(routines, turn(text))) ?? '';
  expect(said).toMatch(/لا يوجد خصم مسجل/);
  expect(said).toContain('$5,000');
});

it.each([
  'that is too expensive',
  'we need something cheaper',
  'our customers get a discount by hand',
  'can you help us find cheaper suppliers?',
  'how do we check the discounts of our customers?',
  'can AI approve discount requests?',
  'what does the workshop cost?',
  'what do you offer?',
])('%s: asks for no discount', (text) => expect(tellDiscounts(turn(text))).toBeUndefined());
