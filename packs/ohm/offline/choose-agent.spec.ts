import type { AgentChoiceInput } from '#pack-kit';
import { agentFor } from './choose-agent.ts';
import { ohm } from '../index.ts';

// The corpus has an agent for each of its messages.
describe('the orchestrator by rules', () => {
  it.each([
    ['It runs on a 5 V supply', 'conversational'],
    ['كم تكلفته؟', 'budgetOptimizer'],
    ['تحقق من التوصيلات', 'circuitVerifier'],
    ['What does the datasheet say about the supply?', 'datasheetAnalyzer'],
    ['Let us start over with a new project', 'projectInitializer'],
    ['Let the budget optimizer look at it', 'budgetOptimizer'],
    ['Ask circuitVerifier please', 'circuitVerifier'],
    ['It must run for a year on a battery', 'conversational'],
    ['كيف أوصل الحساس؟', 'wiringDiagram'],
  ])('%s', (text, agent) => expect(agentFor({ text, language: 'en' }).agent).toBe(agent));

  it('stays with the previous agent if the message only refers back', () => {
    const last = { language: 'en', lastAgent: 'bomGenerator' };
    expect(agentFor({ text: 'And the same again', ...last }).agent).toBe('bomGenerator');
    expect(agentFor({ text: 'Nice weather', ...last }).agent).toBe('conversational');
  });

  it.each<[string, string, NonNullable<AgentChoiceInput['attachments']>[number], string]>([
    [
      'a data sheet by its name',
      'What is its supply?',
      { name: 'BH1750_Datasheet.pdf', mediaType: 'application/pdf' },
      'datasheetAnalyzer',
    ],
    [
      'a PDF that cannot be read',
      'Have a look',
      { name: 'part.pdf', mediaType: 'application/pdf' },
      'datasheetAnalyzer',
    ],
    [
      'a text about something else',
      'Put together the parts list',
      { name: 'idea.txt', mediaType: 'text/plain', excerpt: 'A logger for my cellar.' },
      'bomGenerator',
    ],
    ['a picture', 'Have a look', { name: 'board.jpg', mediaType: 'image/jpeg' }, 'circuitVerifier'],
    [
      'a picture beside words',
      'Write the firmware for this',
      { name: 'board.jpg', mediaType: 'image/jpeg' },
      'codeGenerator',
    ],
  ])('heeds %s', (_what, text, attachment, agent) =>
    expect(agentFor({ text, language: 'en', attachments: [attachment] }).agent).toBe(agent),
  );

  it('never chooses a background agent', () => {
    const background = ohm.agents.filter((agent) => agent.background).map(({ name }) => name);
    expect(background).toEqual(['conversationSummarizer', 'orchestrator']);
    expect(agentFor({ text: 'Ask the orchestrator', language: 'en' }).agent).toBe('conversational');
  });

  it.each(ohm.tools.flatMap((tool) => tool.examples.map((example) => [tool.name, example] as const)))(
    'leads %s to an agent that has it: %s',
    (name, example) => {
      const { agent } = agentFor({ text: example, language: 'en' });
      const tools = ohm.agents.find((known) => known.name === agent)?.tools ?? [];
      // `write_file` replaces a deprecated tool.
      const replaced = ohm.tools.find((tool) => tool.name === name)?.deprecated?.replacedBy;
      expect(tools.includes(name) || (replaced !== undefined && tools.includes(replaced))).toBe(true);
    },
  );
});
