import { made, reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { agentFor } from '../../agents/choose-agent.ts';
import { tellPartFacts } from './about-parts.ts';
import { askedWhetherNeeded } from './needed-part.ts';
import { tellUpload } from './why-that-pin.ts';

const asked = (text: string, more = {}) =>
  routineTurn(text, { agent: 'conversational', offered: ['read_file'], ...more });

it.each([
  'what is the current price of the servo?',
  'what is the current plan for the pump',
  'does the pump address the problem?',
  'what is the postal address for the display order?',
  'can you email the address of the shop for the servo',
])('asks for no figures of a part: %s', (text) => expect(tellPartFacts(asked(text))).toBeUndefined());

it.each([
  ['what current does the servo take?', /650 mA/],
  ['what is the current of the pump?', /300 mA/],
  ['which address does the display have?', /0x3C/],
  ['what address has the display?', /0x3C/],
])('and this does: %s', (text, told) => expect(reply(tellPartFacts(asked(text)))).toMatch(told));

const inProject = (text: string) =>
  askedWhetherNeeded(
    asked(text, { artifacts: { bom: 1 }, calls: [made('read_file', { artifact_type: 'bom' })] }),
  );

it.each(['do I need a permit for the pump?', 'هل أحتاج إلى رخصة للمضخة؟'])('needs no part: %s', (text) =>
  expect(inProject(text)).toBeUndefined(),
);

it('says of what is needed for a part, not of the part', () => {
  const said = reply(inProject('do I need a button for the LED?')) ?? '';
  expect(said).toContain('button');
  expect(said).not.toContain('LED');
});

it('uploads no photos', () => expect(tellUpload(asked('how do I upload photos of it?'))).toBeUndefined());

it.each(['وصل الطرد اليوم', 'وصلتني القطع'])('has nothing connected that arrived: %s', (text) =>
  expect(agentFor({ text, language: 'ar', caller: 'contact' }).agent).not.toBe('wiringDiagram'),
);
