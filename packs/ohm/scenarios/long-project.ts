import type { Scenario, SeenStep } from '#pack-kit';
import { pinsInCode, pinsOfWiring } from '../schema/artifacts/pin-names.ts';
import { pinKey } from '../schema/parts/pin-pools.ts';
import { artifactOf, bomOf, unless, wiringOf } from './expected.ts';

/** What the maker says, and who answers it. */
const SAID: [text: string, agent: string][] = [
  ['My plan is a plant monitor with an ESP32 that shows soil moisture on a display', 'conversational'],
  ['It must run outdoors on a battery.', 'conversational'],
  ['It should also measure temperature and humidity.', 'conversational'],
  ['Put together the parts list', 'bomGenerator'],
  ['How do I wire it?', 'wiringDiagram'],
  ['Write the firmware', 'codeGenerator'],
  ['Can we keep it under 30 dollars?', 'budgetOptimizer'],
  ['Add a buzzer to the parts list', 'bomGenerator'],
  ['Wire it again, please', 'wiringDiagram'],
  ['Update the firmware, with a reading every 30 seconds', 'codeGenerator'],
  ['Which pin is the buzzer on?', 'wiringDiagram'],
  ['How much will it cost now?', 'budgetOptimizer'],
  ['We decided to use a case of 10 cm.', 'conversational'],
  ['Check my circuit, is this wired right?', 'circuitVerifier'],
  ['What have we settled so far?', 'conversational'],
];
const MAX_SUMMARY_WORDS = 400;
/**
 * No more turns than this are left out of the summary at the end: five messages ask for the next summary. How many there are
 * depends on how late the summaries before were made.
 */
const MAX_TURNS_UNSUMMARIZED = 2;
const LEAST_AGENTS = 5;

interface Spoken {
  role: string;
  agent: string;
  text: string;
}

async function wrongAtTheEnd(seen: SeenStep): Promise<string[]> {
  const spoken = await seen.rows<Spoken>(
    `SELECT m.role, t.agent, m.text FROM messages m JOIN turns t ON t.org_id = m.org_id AND t.id = m.turn_id
      WHERE m.conversation_id = $1 ORDER BY m.turn_seq, m.seq`,
    [seen.conversationId],
  );
  return [
    ...unless(
      [spoken.length === 2 * SAID.length, `${spoken.length} messages`],
      [new Set(spoken.map(({ agent }) => agent)).size >= LEAST_AGENTS, 'too few agents'],
    ),
    ...askedTwice(spoken),
    ...(await wrongPins(seen)),
    ...(await wrongSummary(seen)),
  ];
}

/** Questions of agents that were asked before, or that the maker had answered in the first message. */
function askedTwice(spoken: readonly Spoken[]): string[] {
  const questions = spoken
    .filter(({ role }) => role === 'assistant')
    .flatMap(({ text }) => text.split(/(?<=[.!?])\s+|\n/))
    .filter((sentence) => sentence.endsWith('?'))
    .map((sentence) => sentence.trim().toLowerCase());
  const again = questions.filter((question, at) => questions.indexOf(question) !== at);
  const known = questions.filter((question) => /which (?:board|sensor|display)|what board/.test(question));
  return [...again, ...known].map((question) => `asked again: ${question}`);
}

async function wrongPins(seen: SeenStep): Promise<string[]> {
  const code = await artifactOf(seen, 'code');
  const { files } = (code?.content ?? { files: [] }) as { files: { path: string; content: string }[] };
  const coded = new Map(pinsInCode(files).map(({ name, pin }) => [name, pinKey(pin)]));
  const wired = pinsOfWiring(await wiringOf(seen));
  const different = wired.filter(({ name, pin }) => coded.get(name) !== pinKey(pin));
  const header = files.find(({ path }) => path === 'src/config.h')?.content ?? '';
  return unless(
    [
      wired.length >= 5 && coded.size === wired.length,
      `${wired.length} wired pins, ${coded.size} in the code`,
    ],
    [different.length === 0, `pins that differ: ${JSON.stringify(different)}`],
    [coded.has('PIN_BUZZER_IN'), 'the code does not know the buzzer'],
    [header.includes('READ_INTERVAL_MS = 30000'), 'the interval is not what was asked for'],
  );
}

async function wrongSummary(seen: SeenStep): Promise<string[]> {
  const [conversation] = await seen.rows<{ covered: number }>(
    'SELECT summarized_turns AS covered FROM conversations WHERE id = $1',
    [seen.conversationId],
  );
  const bom = await bomOf(seen);
  const text = String((await artifactOf(seen, 'conversation_summary'))?.content);
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const parts = ['ESP32', 'DHT22', 'Capacitive soil moisture', 'SSD1306', 'buzzer'];
  return unless(
    [
      SAID.length - (conversation?.covered ?? 0) <= MAX_TURNS_UNSUMMARIZED,
      `the summary covers ${conversation?.covered} turns`,
    ],
    [words > 0 && words < MAX_SUMMARY_WORDS, `the summary has ${words} words`],
    [text.includes(`bom v${bom.version}`), `the summary does not know v${bom.version}: ${text}`],
    ...parts.map((part): [boolean, string] => [
      text.toLowerCase().includes(part.toLowerCase()),
      `the summary does not name ${part}: ${text}`,
    ]),
    [/10 cm/.test(text) && /battery/i.test(text), `the summary has lost a constraint: ${text}`],
  );
}

/** A project from the first word to the last, by more than five agents. */
export const longProject: Scenario = {
  id: 'O16',
  title: 'thirty messages over six agents: nothing asked twice, pins as wired, the summary short and current',
  steps: SAID.map(([say, agent], index) => ({
    say,
    contact: 'maker-long',
    expect: {
      agent: `ohm/${agent}`,
      ...(say.startsWith('Which pin') && { says: [/\b4\b|\b27\b|\b26\b/] }),
      ...(index === SAID.length - 1 && { check: wrongAtTheEnd }),
    },
  })),
};
