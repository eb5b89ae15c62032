import { readMessage } from '../message.ts';
import { datasets } from '../testing/estio-tools.ts';
import { readDataQuestion } from './data-question.ts';

/** A Friday, 01:30 on Saturday the 21st in Nicosia. */
const sources = { datasets, now: new Date('2026-11-20T23:30:00Z'), timezone: 'Asia/Nicosia' };
const ask = (text: string, contactId: string | null = null) =>
  readDataQuestion(readMessage(text), { ...sources, staff: true, contactId });
const mine = (field = 'agent', op = 'eq') => ({ field, op, value: 'me' });
const namesMe = (text: string) => (ask(text)?.filters ?? []).some(({ value }) => value === 'me');

describe('records of whoever asks', () => {
  it.each([
    'Which leads are mine?',
    'show me my leads',
    'which leads are assigned to me?',
    'List the leads assigned to me in Paphos',
    'How many leads do I have?',
    'what leads have I got?',
    'who are my hottest leads?',
    'which of my leads want 3 bedrooms in Paphos?',
    'which leads do I look after?',
    'Which leads am I responsible for?',
    'Which leads belong to me?',
    'which customers of mine are new?',
    'أي العملاء لي؟',
    'من هم عملائي؟',
    'اعرض لي عملائي',
    'ما العملاء المسندون إلي؟',
    'اعرض العملاء الخاصين بي',
    'كم عميل لدي؟',
    'كم عميل لديّ؟',
    'ما العملاء المسندون إليّ؟',
  ])('%s', (text) => {
    const asked = ask(text);
    expect(asked).toMatchObject({ dataset: 'contacts' });
    expect(asked?.filters).toContainEqual(mine());
    expect(asked?.unanswered).toBeUndefined();
  });

  it.each([
    ['which viewings are mine tomorrow?', 'viewings', 'agent'],
    ['what viewings do I have tomorrow?', 'viewings', 'agent'],
    ['which deals are mine?', 'deals', 'agent'],
    ['ما هي صفقاتي؟', 'deals', 'agent'],
    ['which calls are mine?', 'activities', 'createdBy'],
  ])('%s', (text, dataset, field) => {
    expect(ask(text)).toMatchObject({ dataset });
    expect(ask(text)?.filters).toContainEqual(mine(field));
  });

  it.each(['اعرض الصفقات المسندة إلى كريم', 'كم صفقة لدى ماريا؟'])('of somebody else: %s', (text) => {
    expect(namesMe(text)).toBe(false);
  });

  it.each([
    'اعرض الصفقات المسندة إلي',
    'كم صفقة لديّ؟',
    'كم صفقة لدي هذا الشهر؟',
    'كم صفقة لدي اليوم؟',
    'ما الصفقات المسندة إليّ وهي مفتوحة؟',
  ])('%s', (text) => expect(namesMe(text)).toBe(true));

  it('or those of the others', () => {
    expect(ask('which leads are not mine?')?.filters).toContainEqual(mine('agent', 'ne'));
    expect(ask("Which leads aren't mine?")?.filters).toContainEqual(mine('agent', 'ne'));
  });

  it.each([
    'which leads are hot?',
    'Show me the leads',
    'Which leads do I have to call?',
    'which leads are from a friend of mine?',
    'In my opinion, which leads are best?',
    'Which leads did I call this week?',
    'Tell me which leads are new',
    'which leads are new?',
    'What are our leads worth?',
    'اعرض لي العملاء',
    'أي العملاء مهتمون؟',
    'أي العملاء جدد؟',
    'how many conversations did we have in my district?',
    'which leads want plots near the mine?',
    'which leads do I have access to?',
    'what contacts do I have access to',
    'كم عميل لدى ماريا؟',
    'كم عميل لدى المكتب؟',
    'كم عميل لدى ماريا اليوم؟',
    'اعرض العملاء المسندين إلى كريم',
    'ما العملاء المسندون إلى ماريا؟',
  ])('are not asked for by: %s', (text) => expect(namesMe(text)).toBe(false));
});

describe('whose the contact of the conversation is', () => {
  const own = { field: 'id', op: 'eq', value: 'contact-016' };
  it.each(['whose lead is this?', 'Whose client is he?', 'whose lead is that'])('%s', (text) => {
    expect(ask(text, 'contact-016')).toMatchObject({
      dataset: 'contacts',
      operation: 'list',
      filters: [own],
    });
    expect(ask(text)).toBeUndefined();
  });
  it('is not what other questions ask', () =>
    expect(ask('whose leads are new?', 'contact-016')?.filters).not.toContainEqual(own));
});
