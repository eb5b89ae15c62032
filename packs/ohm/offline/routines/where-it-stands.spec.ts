import { callsOf, made, reply, routineTurn } from '../../../../test/harness/routine-turn.ts';
import { whereItStands } from './what-cannot-be-done.ts';

const asked = (text: string, more: Parameters<typeof routineTurn>[1]) =>
  whereItStands(routineTurn(text, { offered: ['read_file'], ...more }));
const summary = { agent: 'conversational', artifacts: { context: 1, conversation_summary: 2 } };
const reading = { artifact_type: 'conversation_summary' };

it.each(['summarise where we are', 'what have we settled so far?', 'لخص ما وصلنا إليه'])(
  '%s is told from the summary',
  (text) => {
    expect(callsOf(asked(text, summary))).toEqual([{ tool: 'read_file', arguments: reading }]);
    const calls = [made('read_file', reading, { content: 'A plant waterer; the parts are chosen.' })];
    expect(reply(asked(text, { ...summary, calls }))).toBe('A plant waterer; the parts are chosen.');
  },
);

it('names what is written as long as there is no summary', () =>
  expect(reply(asked('where are we?', { agent: 'conversational', artifacts: { bom: 3 } }))).toBe(
    'Written so far: the parts list (version 3).',
  ));
