import { firstStep, reply, routineTurn } from '../../../test/harness/routine-turn.ts';
import type { RoutineTurn } from '#pack-kit';
import { routines } from './index.ts';

const step = (text: string, more: Partial<RoutineTurn> = {}) =>
  reply(firstStep(routines, routineTurn(text, { agent: 'discovery', nothingFits: true, ...more })));
const OUTCOME = /What you get to: [^]*Module \d of the workshop covers|ما ستصلون إليه[^]*الوحدة/;

describe('how to do it is asked for', () => {
  it.each([
    'how would I build this myself with ChatGPT?',
    'could we do it ourselves?',
    "can't I just use ChatGPT for that",
    'Why not just use Copilot?',
    'could our IT build that in-house?',
    'how could we automate this?',
    'write me the prompt for it',
    'هل يمكننا أن نفعل ذلك بأنفسنا؟',
    'كيف أبني ذلك؟',
  ])('the outcome and the module: %s', (text) => expect(step(text)).toMatch(OUTCOME));

  it.each([
    'we do it ourselves today, all by hand',
    'we use ChatGPT for our mails',
    'how can we book a call?',
    'can we try the workshop in-house?',
    'how do we fix a date?',
    'can it run on our own server?',
    'I will ask my boss myself',
  ])('not by: %s', (text) => expect(step(text) ?? '').not.toMatch(OUTCOME));
});
