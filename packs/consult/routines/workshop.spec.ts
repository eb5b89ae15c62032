import { firstStep, reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import { routines } from './index.ts';
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

describe('behind a price', () => {
  const PRICED = 'The two-day workshop costs $10,000, the consulting engagement $80,000.';
  const behind = (text: string, replied = [PRICED]) =>
    reply(firstStep(routines, routineTurn(text, { agent: 'discovery', nothingFits: true, replied })));

  it.each([
    'hmm that is a lot. what do I get for it?',
    'That is a lot, what do we get for that?',
    'too expensive! what is included?',
    'هذا كثير. ماذا نحصل مقابله؟',
  ])('%s: what it is', (text) =>
    expect(behind(text)).toMatch(/^(?:I understand\. The workshop takes|أتفهم ذلك\. ورشة العمل)/),
  );
  it.each(['hmm that is a lot. is there another way?', 'that is a lot, we are only five'])(
    '%s: an objection that goes on',
    (text) => expect(behind(text)).toMatch(/^I understand\. It depends on what the work costs/),
  );
  it.each(['we type a lot. what do I get for it?', 'our orders are a lot. what could we do about them?'])(
    '%s, where no price was named, is none',
    (text) =>
      expect(behind(text, ['Which work takes your team the most time?'])).not.toMatch(/^I understand/),
  );
});
