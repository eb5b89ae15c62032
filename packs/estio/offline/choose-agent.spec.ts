import { chooseAgent, chooseSkill } from '../agents/choose-agent.ts';

const skillOf = (text: string, lastAgent?: string) =>
  chooseSkill({ text, language: 'en', ...(lastAgent && { lastAgent }) });

describe('the choice of a skill by cue words', () => {
  it.each([
    ['Prepare the sale agreement for deal-001', 'closer'],
    ['I need the contract papers as PDF', 'closer'],
    ['Send contract-001 for signature', 'closer'],
    ['جهز العقد من فضلك', 'closer'],
    ['Offer 415,000 on deal-002', 'negotiator'],
    ['Could they lower the price a bit?', 'negotiator'],
    ['هل يوجد خصم؟', 'negotiator'],
    ['ماذا لو عرضنا 400 ألف على deal-002؟', 'negotiator'],
    ['أرسل عرضا بقيمة 170 ألف يورو إلى المالك', 'negotiator'],
    ['Book a viewing of prop-0043 tomorrow at 13:00', 'coordinator'],
    ['When are viewings possible?', 'coordinator'],
    ['احجز معاينة للشقة يوم الخميس', 'coordinator'],
    ['Any flats for her in Paphos below 200k, close to the beach?', 'searcher'],
    ['2 bedroom rentals in Larnaca up to 1,200 a month', 'searcher'],
    ['Villa in Paphos for sale below 100k', 'searcher'],
    ['We want a villa in Coral Bay', 'searcher'],
    ['Mail contact-015 anything new that fits her', 'searcher'],
    ['Show me three-bedroom houses around Nicosia', 'searcher'],
    ['ابحث عن شقة للبيع في ليماسول بأقل من 400 ألف وبغرفتين', 'searcher'],
    ['هل توجد فيلا للإيجار في لارنكا؟', 'searcher'],
    ['It is too expensive for us honestly', 'objection_handler'],
    ['The house was nice but we are not sure', 'objection_handler'],
    ['هذا غالي علينا', 'objection_handler'],
    ['My budget is up to 250k, three bedrooms, Larnaca', 'qualifier'],
    ['Remember that she enjoys a view of the sea', 'qualifier'],
    ['Which views does the client enjoy?', 'qualifier'],
    ['ميزانيتي القصوى 250 ألف وأحتاج ثلاث غرف نوم', 'qualifier'],
    ['Hmm, all right then', 'qualifier'],
  ])('%s → %s', (text, skill) => expect(skillOf(text)).toBe(skill));

  it('stays with the last skill when a message only points back', () => {
    expect(skillOf('Now the same for deal-003', 'closer')).toBe('closer');
    expect(skillOf('And for contact-017', 'searcher')).toBe('searcher');
    expect(skillOf('نفس الشيء للصفقة الثانية', 'closer')).toBe('closer');
    expect(skillOf('ولليماسول', 'searcher')).toBe('searcher');
    expect(skillOf('compare with Paphos', 'searcher')).toBe('searcher');
    expect(skillOf('yes please', 'coordinator')).toBe('coordinator');
    expect(skillOf('نعم من فضلك', 'coordinator')).toBe('coordinator');
    expect(skillOf('yes please')).toBe('qualifier');
    expect(skillOf('قارنها مع بافوس', 'searcher')).toBe('searcher');
    expect(skillOf('and in Larnaca?', 'searcher')).toBe('searcher');
    expect(skillOf('وفي لارنكا؟', 'searcher')).toBe('searcher');
    expect(skillOf('500k max', 'searcher')).toBe('searcher');
    expect(skillOf('3 bedrooms at least, Larnaca or Limassol would be fine', 'searcher')).toBe('searcher');
    expect(skillOf('more please', 'searcher')).toBe('searcher');
    expect(skillOf('what else do you have?', 'searcher')).toBe('searcher');
    expect(skillOf('المزيد', 'searcher')).toBe('searcher');
    expect(skillOf('3 bedrooms', 'qualifier')).toBe('qualifier');
    expect(skillOf('can I see the first one?', 'searcher')).toBe('coordinator');
    expect(skillOf('هل يمكنني معاينتها؟', 'searcher')).toBe('coordinator');
    expect(skillOf('can I view the first one on Friday at 10?', 'searcher')).toBe('coordinator');
    expect(skillOf('can I view it on Friday at 10?', 'searcher')).toBe('coordinator');
    expect(skillOf('ok 10:30 then', 'coordinator')).toBe('coordinator');
    expect(skillOf('the second one with Sofia', 'searcher')).toBe('coordinator');
    expect(skillOf('number two with Sofia', 'coordinator')).toBe('coordinator');
    expect(skillOf('الثاني مع Sofia', 'coordinator')).toBe('coordinator');
    expect(skillOf('the second one with sofia', 'coordinator')).toBe('coordinator');
    for (const text of ['the second one with Pool', 'number two with AC', 'the second one with Mum'])
      expect(skillOf(text, 'qualifier')).toBe('qualifier');
    expect(skillOf('Is the second one with Parking?', 'searcher')).toBe('qualifier');
    for (const text of ['the second one with balcony', 'the first one with furniture', 'what next?'])
      expect(skillOf(text, 'coordinator')).toBe('qualifier');
    for (const text of ['tomorrow at 10 with kids', 'the second one with Mum', 'الثاني مع زوجتي'])
      expect(skillOf(text, 'coordinator')).toBe('coordinator');
    expect(skillOf('is the other one available?', 'searcher')).toBe('qualifier');
    expect(skillOf('compare prices in Paphos and Larnaca', 'qualifier')).toBe('searcher');
    expect(skillOf('Also find a villa', 'closer')).toBe('searcher');
    expect(skillOf('Now the same for deal-003')).toBe('qualifier');
    expect(skillOf('what is missing there?', 'closer')).toBe('closer');
    expect(skillOf('so what do you still need', 'closer')).toBe('closer');
    expect(skillOf('وش الناقص؟', 'closer')).toBe('closer');
    expect(skillOf('do you need a flat in Larnaca?', 'closer')).toBe('searcher');
    expect(skillOf('My budget is 300k', 'closer')).toBe('qualifier');
    expect(skillOf('what did I book?', 'qualifier')).toBe('coordinator');
    expect(skillOf('ماذا حجزت؟')).toBe('coordinator');
    expect(skillOf('but why?', 'coordinator')).toBe('coordinator');
    expect(skillOf('ليش هذه؟', 'searcher')).toBe('searcher');
  });

  it('is the rule of the task', () => {
    expect(chooseAgent.rules?.({ text: 'Offer 10k less', language: 'en' })).toEqual({ agent: 'negotiator' });
  });
});
