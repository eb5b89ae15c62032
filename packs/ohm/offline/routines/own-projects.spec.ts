import { firstStep, reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { agentFor } from '../../agents/choose-agent.ts';
import { routines } from './index.ts';

type More = Partial<Parameters<typeof routineTurn>[1]>;
const told = (text: string, more: More = {}) =>
  reply(
    firstStep(routines, routineTurn(text, { agent: agentFor({ text, language: 'en' }).agent, ...more })),
  ) ?? '';
const ONE = /Each conversation is one project|كل محادثة مشروع/;

describe('the projects of somebody who writes', () => {
  it.each([
    'List my projects',
    'Show me my projects',
    'how many projects do I have?',
    'what other projects have we made?',
    'can I see all my old projects?',
    'my projects',
    'list all projects',
    'ما مشاريعي؟',
    'اعرض مشاريعي',
    'كم مشروعا لدي؟',
    'أرني كل المشاريع',
  ])('%s: this one alone is seen here', (text) => expect(told(text)).toMatch(ONE));

  it('says what there is of this one', () => {
    expect(told('list my projects')).toMatch(/Nothing is written down/);
    expect(told('list my projects', { artifacts: { context: 1, bom: 2 } })).toMatch(
      /the project brief, the parts list/,
    );
    expect(told('اعرض مشاريعي', { artifacts: { bom: 2 } })).toMatch(/قائمة القطع/);
  });

  it('leaves the records to members of the org', () =>
    expect(told('list all projects', { byStaff: true })).not.toMatch(ONE));

  it.each([
    'what are easy projects for beginners?',
    'give me ideas for my projects',
    'show my project',
    'I want to build a project with an ESP32',
    'أفكار لمشاريع سهلة',
  ])('%s asks for something else', (text) => expect(told(text)).not.toMatch(ONE));
});
