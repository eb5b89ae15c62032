import { reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { describeWorkshop } from './workshop.ts';

const said = (text: string) => reply(describeWorkshop(routineTurn(text, { agent: 'discovery' })));

it.each([
  'can you do it online?',
  'Could you hold it remotely',
  'do you do it at our office?',
  'can you run the workshop in our office',
  'would you give it over Zoom?',
  'and online?',
  'what about on site?',
])('%s: asks how the workshop is held', (text) => expect(said(text)).toMatch(/held online.*consultant/));

it.each(['هل يمكن عقدها عن بعد؟', 'ممكن تكون في مكتبنا؟'])('%s', (text) =>
  expect(said(text)).toMatch(/عن بعد.*المستشار/),
);

it.each([
  'can you find our competitors online?',
  'we do it online',
  'can you look it up online?',
  'do you have a chat online for our customers in the shop?',
  'our clients book online',
])('%s: does not', (text) => expect(said(text)).toBeUndefined());

it.each(['when does the training start?', 'who gives the workshop?', 'where is the workshop held?'])(
  '%s: asks of the workshop, whatever tool its words fit',
  (text) => expect(said(text)).toMatch(/two days.*consultant/),
);
it.each(['كم مدة الورشة؟', 'أين تقام الورشة؟', 'متى الورشة؟', 'من يقدم الورشة؟'])('%s', (text) =>
  expect(said(text)).toMatch(/يومين.*المستشار/),
);
