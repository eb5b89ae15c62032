import { detectLanguage, normalizeText } from '#text';
import {
  agentsNamed,
  agentToCome,
  agentTypedWithPick,
  nameTypedWithPick,
  picksWithAgent,
  picksWithCompany,
} from './named-agent.ts';

const messageOf = (text: string) => ({
  text,
  normalized: normalizeText(text),
  language: detectLanguage(text),
});

describe('a pick with an agent', () => {
  it.each([
    'the second one with Sofia',
    'number two with Sofia',
    'the second with Sofia tomorrow at 10',
    'ok, the first one with Andreas please',
    'with Maria, the third one',
    'option 2 with Sofia on Thursday',
    'I would take the last one with agent-02',
    'الثاني مع Sofia',
    'رقم 2 مع Maria لو سمحت',
    'the second one with Anna-Maria',
  ])('%s', (text) => expect(picksWithAgent(messageOf(text))).toBe(true));

  it.each([
    'with Maria please',
    'the second one',
    'the second one with parking',
    'the second one with a Pool',
    'الثانية مع مسبح',
    'does the second one come with Sofia’s furniture?',
    'the second one with Pool',
    'number two with AC',
    'the second one with Mum',
    'the last one with Balcony',
    'the first one with Garden please',
    'number 3 with Sea view',
    'option 2 with Parking',
    'Is the second one with Parking?',
    'is the second one with Sofia?',
    'does the first one work with Maria?',
    'الثاني مع TV',
    'the second one with Wi-Fi',
    'the second one with WiFi',
    'the second one with Netflix',
    'the second one with PayPal',
    'the second one with WhatsApp',
    'draft a mail about the second one with Sofia in copy',
  ])('%s is none', (text) => expect(picksWithAgent(messageOf(text))).toBe(false));
});

const TIMES = `Free times for prop-0265 (Asia/Nicosia):
1. Thursday 19 November, 09:00 with Maria Ioannou or Sofia Christou
2. Thursday 19 November, 09:30 with Andreas Georgiou
Which one suits?`;

describe('the name as it is typed in a chat', () => {
  it.each([
    ['the second one with sofia', 'sofia'],
    ['number 2 with andreas please', 'andreas'],
    ['tomorrow at 10 with maria', 'maria'],
  ])('%s', (text, name) => expect(agentTypedWithPick(messageOf(text), TIMES)).toBe(name));
  it('behind the one time that was asked for, and in Arabic', () => {
    const picks = messageOf('10:30 with sofia');
    const free = 'That time is free: Thursday 19 November, 10:30 with Sofia Christou. Shall I book it?';
    expect(agentTypedWithPick(picks, free)).toBe('sofia');
    expect(agentTypedWithPick(picks, '1. الخميس 10:30 مع Maria Ioannou أو Sofia Christou')).toBe('sofia');
  });

  it.each([
    'the second one with Sofia',
    'with sofia',
    'the second one with her',
    'the second one with a pool',
    'tomorrow at 10 with kids',
    'the second one with balcony',
    'the first one with furniture',
    'at 10 with cash',
    'ok the first one with thanks',
    'is the second one with sofia?',
  ])('%s is not typed so', (text) => {
    expect(agentTypedWithPick(messageOf(text), TIMES)).toBeUndefined();
    expect(nameTypedWithPick(messageOf(text))).toBeUndefined();
  });
  it.each(['the second one with coffee', 'at 10 with boxes', 'the second one with ioannou'])(
    '%s names nobody with whom a time was told',
    (text) => expect(agentTypedWithPick(messageOf(text), TIMES)).toBeUndefined(),
  );
});

it.each([
  ['the second one with Sofia', 'Sofia'],
  ['the second one with agent-02', 'agent-02'],
  ['the second one with Mum', undefined],
  ['number two with AC', undefined],
  ['the second one with Wi-Fi', undefined],
  ['the second one with PayPal', undefined],
  ['the second one with Dad and Sofia', 'Sofia'],
  ['the second one with Anya', 'Anya'],
  ['الثاني مع زوجتي', undefined],
  ['الثاني مع صوفيا', 'صوفيا'],
])('%s: %s is to come', (text, name) => expect(agentToCome(messageOf(text))).toBe(name));

it.each([
  ['the second one with Mum', true],
  ['tomorrow at 10 with kids', true],
  ['ok, the first one with my wife please', true],
  ['الثاني مع زوجتي', true],
  ['the second one with Sofia', false],
  ['the second one with balcony', false],
  ['at 10 with cash', false],
  ['is the second one with Mum?', false],
  ['with my wife please', false],
  ['draft a mail about the second one with my wife in copy', false],
])('%s picks with company: %s', (text, picks) => expect(picksWithCompany(messageOf(text))).toBe(picks));

it.each([
  ["Today's schedule", []],
  ["Tomorrow's calendar", []],
  ["Thursday's diary", []],
  ["What is in Office's calendar?", []],
  ["Team's schedule", []],
  ["Agent's calendar on Thursday", []],
  ['Who’s diary is free?', []],
  ["Customer's schedule", []],
  ["Client's calendar", []],
  ["Everyone's calendar on Thursday", ['all']],
  ["Everybody's diary", ['all']],
  ["The team's schedule", ['all']],
  ["Is Andreas's diary free?", ['Andreas']],
  ["Maria's calendar on Thursday", ['Maria']],
])('%s is the calendar of %j', (text, names) => expect(agentsNamed(messageOf(text))).toEqual(names));
