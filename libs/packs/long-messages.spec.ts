import { MAX_READ_CHARACTERS, type Task } from '#tools';
import { nameAnswered } from './consult/reading/bare-name.ts';
import { readProfile } from './consult/reading/profile.ts';
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
];

const TRIES = 3;

/**
 * Time of the processor, in ms: a busy machine takes no part in it. The least of three, as memory of suites before this one
 * may be collected during any of them; what takes long by itself takes long each time.
 */
function work(read: () => void): number {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least > MAX_WORK_MS; tries += 1) {
    const before = process.cpuUsage();
    read();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

const taskOf = (tasks: readonly Task[] = [], key = '') => tasks.find((task) => task.key === key);

describe.each(packs.map((pack) => [pack.name, pack] as const))('%s', (_, { cues, tasks, agentChoice }) => {
  const choice = taskOf(tasks, agentChoice);

  it.each(WORDS)('reads a long message of "%s" soon', (words) => {
    const worked = work(() => {
      cues?.(repeated(words, MAX_READ_CHARACTERS));
      choice?.rules?.({ text: repeated(words, MOST_CHARACTERS), language: 'en' });
    });
    expect(worked).toBeLessThan(MAX_WORK_MS);
  });
});

it.each(WORDS)('reads who somebody is from a long message of "%s" soon', (words) => {
  const text = repeated(words, MAX_READ_CHARACTERS);
  const worked = work(() => {
    readProfile(text);
    nameAnswered(text, 'What is your name?');
    nameAnswered('Mara', text);
  });
  expect(worked).toBeLessThan(MAX_WORK_MS);
});
