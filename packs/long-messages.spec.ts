import { MAX_READ_CHARACTERS } from '#text';
import { type Task } from '#pack-kit';
import { nameAnswered } from './consult/reading/bare-name.ts';
import { readProfile } from './consult/reading/profile.ts';
import { workMs } from '../test/harness/work-ms.ts';
import { packs } from './index.ts';

/** What is quadratic takes less on what is read of a message, and what is worse by far more. */
const MAX_WORK_MS = 2_000;
/** As many letters as a message may have. */
const MOST_CHARACTERS = 32_000;
const repeated = (words: string, characters: number) => words.repeat(Math.floor(characters / words.length));

/** Each begins, over and over, what a pattern looks for, and never comes to its end. */
const WORDS = [
  'أرسل',
  'send to a ',
  'love see ',
  'want to see the ',
  'which where ',
  'are a ',
  'show me ',
  'أرى ',
  'تحدث',
  'ما ',
  'وال',
  'ب ',
  '1',
  '1 dollars ',
  'can it run on ',
  'هل يعمل ',
  'x',
  '\u0300',
  '\u0316\u0300',
];

const taskOf = (tasks: readonly Task[] = [], key = '') => tasks.find((task) => task.key === key);

describe.each(packs.map((pack) => [pack.name, pack] as const))('%s', (_, { cues, tasks, agentChoice }) => {
  const choice = taskOf(tasks, agentChoice);

  it.each(WORDS)('reads a long message of "%s" soon', async (words) => {
    const read = () => {
      cues?.(repeated(words, MAX_READ_CHARACTERS));
      choice?.rules?.({ text: repeated(words, MOST_CHARACTERS), language: 'en' });
    };
    expect(await workMs(read, MAX_WORK_MS)).toBeLessThan(MAX_WORK_MS);
  });
});

it.each(WORDS)('reads who somebody is from a long message of "%s" soon', async (words) => {
  const text = repeated(words, MAX_READ_CHARACTERS);
  const read = () => {
    readProfile(text);
    nameAnswered(text, 'What is your name?');
    nameAnswered('Mara', text);
  };
  expect(await workMs(read, MAX_WORK_MS)).toBeLessThan(MAX_WORK_MS);
});
