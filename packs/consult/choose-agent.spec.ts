import { agentFor } from './agents/choose-agent.ts';

describe('the choice of the agent', () => {
  it.each([
    ['We have 5 people who each lose 10 hours a week on manual data entry', 'discovery'],
    ["I'd like to book a workshop", 'closer'],
    ['How do I fix hallucinations in our support bot?', 'pitch'],
    ['My CFO says there is no budget for the workshop, help me', 'summary'],
    ['Have you done this for a media company?', 'pitch'],
    ['What would a training for three developers look like?', 'workshop-sales'],
    ['Could you build it for us?', 'consulting-sales'],
    ['List the to-dos', 'summary'],
    ['Dashboard for the last quarter', 'discovery'],
    ['كيف أحجز ورشة العمل؟', 'closer'],
    ['أعطني ملخصا للمحادثة', 'summary'],
    ['Hello', 'discovery'],
  ])('%s → %s', (text, agent) => {
    expect(agentFor({ text, language: 'en', caller: 'contact' })).toBe(agent);
  });

  it('is admin for admins only, and stays where a message points back', () => {
    for (const text of ['How did leads do this month?', 'how are leads this month'])
      expect(agentFor({ text, language: 'en', caller: 'admin' })).toBe('admin');
    const again = { text: 'and again for the quarter', language: 'en', lastAgent: 'admin' };
    expect(agentFor({ ...again, caller: 'admin' })).toBe('admin');
    expect(agentFor({ ...again, caller: 'contact' })).toBe('discovery');
  });
});
