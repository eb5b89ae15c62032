import type { RoutineCall } from '#pack-kit';
import { callsOf, firstStep, reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { agentFor } from '../../agents/choose-agent.ts';
import { finishedBudget } from '../../schema/artifacts/budget.kind.ts';
import { catalogue } from '../../schema/parts/catalogue.ts';
import { partsNamedIn } from '../../schema/parts/find-parts.ts';
import { purposeOf } from '../../schema/parts/purposes.ts';
import { changesList } from '../rules/list-changes.ts';
import { routines } from './index.ts';

const OFFERED = ['read_file', 'write_file', 'update_budget', 'open_budget_drawer'];
const turnOf = (text: string, more: Partial<Parameters<typeof routineTurn>[1]> = {}) =>
  routineTurn(text, {
    agent: agentFor({ text, language: 'en' }).agent,
    offered: OFFERED,
    nothingFits: true,
    ...more,
  });
const said = (text: string, more: Partial<Parameters<typeof routineTurn>[1]> = {}) =>
  reply(firstStep(routines, turnOf(text, more)));
const read = (kind: string, content: unknown): RoutineCall => ({
  tool: 'read_file',
  arguments: { artifact_type: kind },
  result: { success: true, data: { exists: true, version: 1, content } },
});

describe('what a part is', () => {
  it.each([
    ['What is a servo?', /SG90.*angle[^]*5/],
    ["what's a breadboard for?", /without soldering/],
    ['what is a relay', /switch/],
    ['what does the relay do?', /switch/],
    ['what is a buzzer and why would I need one', /beeps/],
    ['can you explain what a level shifter is', /5 V.*3\.3 V/],
    ['how does a relay work?', /switch/],
    ['ما هو الريليه؟', /مفتاح/],
    ['what is a resistor', /^A resistor lets[^]*Resistor 220/],
    ['what is water?', /“water” is not one of the parts/],
    ['what is a water sensor?', /notices water/],
    ['what is a capacitor', /“capacitor” is not one of the parts/],
    ['what is an oscilloscope for?', /“oscilloscope” is not one of the parts/],
  ])('%s', (text, answer) => expect(said(text)).toMatch(answer));

  it.each([
    'what is the total?',
    'what is my budget',
    'what is in the parts list?',
    'what is the weather',
    'what do you do?',
    'what is the next step',
    'what is this?',
  ])('is not asked by: %s', (text) =>
    expect(said(text) ?? '').not.toMatch(/not one of the parts that I know/),
  );

  it('every part of the catalogue has its purpose, in both languages', () => {
    const without = catalogue.filter(({ id }) => !purposeOf(id, 'en') || !purposeOf(id, 'ar'));
    expect(without.map(({ id }) => id)).toEqual([]);
  });
});

describe('what newcomers ask before they begin', () => {
  it.each([
    ['What can I build with an Arduino Uno and a servo?', /^For example:\n- a flap that opens[^]*servo/],
    ["my daughter is 9, what's an easy first project?", /night light/],
    ['any ideas?', /night light/],
    ['where do I start?', /night light/],
    ['ماذا يمكنني أن أبني؟', /ضوء ليلي/],
    ['which sensor do I need for that?', /depends on what it is to notice[^]*BME280/],
    ['what does a servo cost', /^SG90 servo: .*USD at a sample price/],
    ['how much is a relay?', /^Relay module.*1\.70 USD/],
    ['do we need to solder?', /no soldering/],
    ['is it hard to solder', /no soldering/],
  ])('%s', (text, answer) => expect(said(text)).toMatch(answer));

  it.each([
    ['the second one', 1, /reed switch and buzzer/],
    ['I like the first', 0, /LED and photoresistor/],
    ['the last one please', -1, /DHT22 and display/],
  ])('%s of the ideas is written down', (text, place, goal) => {
    const turn = turnOf(text, { replied: [said('any ideas?') ?? ''], place });
    expect(JSON.stringify(callsOf(firstStep(routines, turn)))).toMatch(goal);
  });

  it('soldering is asked for in Arabic, whatever agent has the turn', () =>
    expect(said('هل أحتاج لحام؟', { nothingFits: false })).toContain('لوحة تجارب'));
  it('and a project that is told with it is written down', () =>
    expect(
      said('I want to build a bedside lamp, is there a way to do it without soldering?', {
        nothingFits: false,
      }) ?? '',
    ).not.toContain('no soldering'));

  it.each([
    'what can we do about the wrong pin',
    'how much is all that',
    'my idea is a door alarm',
    'I solder well',
  ])('is none of these: %s', (text) =>
    expect(said(text) ?? '').not.toMatch(/^For example|no soldering|sample price$/),
  );

  it.each(['and without the display?', 'what do I buy', 'what do we need', 'change the sensor to a BME280'])(
    'is for the parts list: %s',
    (text) => expect(agentFor({ text, language: 'en' }).agent).toBe('bomGenerator'),
  );

  it("a light for when it's dark needs to know that it is", () =>
    expect(partsNamedIn("a night light that turns on when it's dark").map(({ id }) => id)).toContain('ldr'));
});

describe('what a line of the code does', () => {
  const code = {
    entryPoint: 'src/main.cpp',
    files: [
      { path: 'src/config.h', content: '#pragma once\n\nconstexpr uint8_t PIN_PUMP_5V_IN = 26;\n' },
      {
        path: 'src/main.cpp',
        content:
          '#include <Arduino.h>\n#include "config.h"\n\nvoid setup() {\n  pinMode(PIN_PUMP_5V_IN, OUTPUT);\n  foo(bar);\n}\n',
      },
    ],
    pinMap: [{ signal: 'PIN_PUMP_5V_IN', pin: '26', componentId: 'pump-5v' }],
  };
  const line = (text: string) => said(text, { artifacts: { code: 1 }, calls: [read('code', code)] });

  it.each([
    ['what does line 1 do?', /#include <Arduino\.h>[^]*takes in Arduino\.h/],
    ['what does line three do', /empty/],
    ['explain line 4', /runs once/],
    ['what happens in line 5 of the code?', /pinMode[^]*\(Mini pump 5 V\) to OUTPUT/],
    ['what does line 3 in config.h do', /names the pin 26.*Mini pump/],
    ['what does line 7 do', /ends what was begun/],
    ['what is line 6', /foo\(bar\)[^]*cannot explain it word by word/],
    ['what does line 90 do?', /7 lines only/],
    ['ماذا يفعل السطر 4؟', /مرة واحدة/],
  ])('%s', (text, answer) => expect(line(text)).toMatch(answer));

  it('is not known where there is none', () =>
    expect(said('what does line 3 do?')).toMatch(/no firmware in this project yet/));
});

describe('what somebody does with a thing of theirs', () => {
  it.each([
    'I might drop my phone in water while I do this',
    'my kids often drop things into the tank',
    'the cat removes the lid',
    'somebody could drop it',
  ])('changes no parts list: %s', (text) => {
    expect(changesList(text)).toBe(false);
    expect(agentFor({ text, language: 'en' }).agent).not.toBe('bomGenerator');
  });

  it.each([
    'drop the pump',
    'can you remove it',
    'I want to remove the relay',
    'we could drop the display',
    'please drop the frobnicator',
  ])('but: %s', (text) => expect(changesList(text)).toBe(true));
});

describe('a limit in another currency', () => {
  it.each([
    'keep it under 80 dirhams',
    'it has to stay below 20 pounds',
    'at most 90 AED please',
    'under 300 riyals',
    'under 20 dollars',
    'أقل من 80 درهم',
  ])('is for the budget: %s', (text) =>
    expect(agentFor({ text, language: 'en' }).agent).toBe('budgetOptimizer'),
  );

  it.each(['it must hold up to 5 pounds', 'it sleeps at most 20 seconds', 'below 5 volts'])(
    'is no such thing: %s',
    (text) => expect(agentFor({ text, language: 'en' }).agent).not.toBe('budgetOptimizer'),
  );

  it('is handed to the tool of before with its currency', () =>
    expect(callsOf(firstStep(routines, turnOf('update_budget: at most 80 dirhams')))).toEqual([
      { tool: 'update_budget', arguments: { target_budget: 80, target_currency: 'AED' } },
    ]));
});

describe('a budget before there are parts', () => {
  const budget = finishedBudget({ targetBudget: 40, otherCosts: [], optimizations: [] }, undefined);

  it('says what is kept, and that nothing has a price', () => {
    const more = { agent: 'budgetOptimizer', artifacts: { budget: 1 }, calls: [read('budget', budget)] };
    const answer = said('what is in the budget?', more);
    expect(answer).toMatch(/40\.00 USD.*no parts list yet/);
    expect(answer).not.toContain('0.00 USD, at');
  });

  it('is within nothing', () => expect(budget.status).toBe('unknown'));
});
