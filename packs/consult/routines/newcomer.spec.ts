import { callsOf, firstStep, made, reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import type { RoutineTurn } from '#pack-kit';
import { PRICES } from '../agents/material.ts';
import { lostOn, workAnswered } from '../reading/lost-on.ts';
import { simulateCostOfInaction } from '../tools/simulate-cost-of-inaction.tool.ts';
import { routines } from './index.ts';

const material = {
  [PRICES]: { consultant: 'the consultant', workshop: 10_000, consulting: 80_000, canBookOnline: false },
};
const step = (text: string, more: Partial<RoutineTurn> = {}) =>
  firstStep(routines, routineTurn(text, { agent: 'discovery', material, ...more }));
const asks = (detail: string) => simulateCostOfInaction.offline!.ask![detail]!.en;

describe('the work that time goes into', () => {
  it.each([
    ['We spend ages typing invoices, 6 hours a week each', 'typing invoices'],
    [
      'honestly we spend ages typing invoices into Xero, maybe 6 hours a week each',
      'typing invoices into Xero',
    ],
    ['we spend all our time chasing late payments', 'chasing late payments'],
    ['my team wastes so much time re-typing orders', 're-typing orders'],
    ['we lose far too much time every morning sorting mail', 'sorting mail'],
  ])('%s: %s', (text, work) => expect(lostOn(text)).toBe(work));

  it.each(['we spend a lot of time during meetings', 'we spent some time being unsure', 'we waste time'])(
    'is not told by: %s',
    (text) => expect(lostOn(text)).toBeUndefined(),
  );

  it.each([
    'my name is Sarah and my email is s@x.co',
    'My name is Sarah',
    "I'm Ben from Kite Foods, ben@kite.example",
    's@x.co',
    'call me on +44 7700 900123',
    'اسمي سارة وبريدي s@x.co',
  ])('whom to reach is no work: %s', (text) => expect(workAnswered(text)).toBeUndefined());

  it.each([
    ['naming files and my email inbox', 'naming files and my email inbox'],
    ['invoices, and my name is Sarah', 'invoices'],
    ['answering emails', 'answering emails'],
  ])('is answered by: %s', (text, work) => expect(workAnswered(text)).toBe(work));

  it('is not taken from a name where it was asked for', () => {
    const turn = {
      said: ['We lose 6 hours a week each', '3 people'],
      replied: [asks('inefficient_process'), asks('inefficient_process')],
    };
    expect(callsOf(step('my name is Sarah and my email is s@x.co', { ...turn, nothingFits: true }))).toEqual(
      [],
    );
    expect(reply(step('my name is Sarah and my email is s@x.co', { ...turn, nothingFits: true }))).toContain(
      'Sarah',
    );
  });
});

describe('what was told is not asked again', () => {
  const [firm, spend] = [
    'Hi, I run a small accounting firm in Leeds, 8 of us',
    'honestly we spend ages typing invoices into Xero, maybe 6 hours a week each',
  ];

  it('counts with the heads told before, and anew with some of them', () => {
    const [call] = callsOf(
      step(spend, { said: [firm], replied: ['Which work takes your team the most time?'] }),
    );
    expect(call).toMatchObject({
      arguments: { inefficient_process: 'typing invoices into Xero', hours_wasted_per_week: 6, team_size: 8 },
    });
    const turn = {
      said: [firm, spend],
      replied: ['', '72 hours'],
      earlier: [made(call!.tool, call!.arguments)],
    };
    expect(callsOf(step('only 3 of the 8 do it though', turn))).toMatchObject([
      { arguments: { team_size: 3 } },
    ]);
  });

  it.each(['only 3 of the 8 do it though', '3 people'])('the heads told behind it: %s', (text) => {
    const turn = { said: [spend], replied: [asks('team_size')] };
    expect(callsOf(step(text, turn))).toMatchObject([
      {
        arguments: {
          inefficient_process: 'typing invoices into Xero',
          hours_wasted_per_week: 6,
          team_size: 3,
        },
      },
    ]);
  });

  it.each([
    'ok and what does the workshop cost?',
    'hmm thats a lot for us. My name is Sarah, s@x.co',
    'a question about nothing',
  ])('asks only for what is missing: %s', (text) => {
    const without = reply(step(text, { said: [firm], replied: ['x'], nothingFits: true }));
    expect(without).toMatch(/which work/i);
    expect(without).not.toMatch(/how many (?:people|hours)/i);
    const all = reply(step(text, { said: [firm, spend], replied: ['x', 'y'], nothingFits: true }));
    expect(all).not.toMatch(/how many|which work/i);
  });
});
