import { detectLanguage, normalizeText } from '#tools';
import { agentTypedWithPick, picksWithAgent } from './named-agent.ts';

const messageOf = (text: string) => ({
  text,
  normalized: normalizeText(text),
  language: detectLanguage(text),
});

describe('a pick with an agent', () => {
  it.each([
    'the second one with Sofia',
    'number two with Sofia',
    'the second with Sofia tomorrow at 10',
    'ok, the first one with Andreas please',
    'with Maria, the third one',
    'option 2 with Sofia on Thursday',
    'I would take the last one with agent-02',
    'الثاني مع Sofia',
    'رقم 2 مع Maria لو سمحت',
  ])('%s', (text) => expect(picksWithAgent(messageOf(text))).toBe(true));

  it.each([
    'with Maria please',
    'the second one',
    'the second one with parking',
    'the second one with a Pool',
    'الثانية مع مسبح',
    'does the second one come with Sofia’s furniture?',
    'draft a mail about the second one with Sofia in copy',
  ])('%s is none', (text) => expect(picksWithAgent(messageOf(text))).toBe(false));
});

it.each([
  ['the second one with sofia', 'sofia'],
  ['number 2 with andreas please', 'andreas'],
  ['tomorrow at 10 with maria', 'maria'],
])('%s, as it is typed in a chat', (text, name) => expect(agentTypedWithPick(messageOf(text))).toBe(name));

it.each(['the second one with Sofia', 'with sofia', 'the second one with her', 'the second one with a pool'])(
  '%s is not typed so',
  (text) => expect(agentTypedWithPick(messageOf(text))).toBeUndefined(),
);
