import { workMs } from '../../../test/harness/work-ms.ts';
import type { OfflineToolHints } from '#pack-kit';
import { normalizeText } from '#text';
import { writeFile } from './write-file.tool.ts';

/** What the rules of `write_file` read of a message, the first of each parameter that says something. */
function filled(text: string): Record<string, unknown> {
  const message = { text, normalized: normalizeText(text), language: 'en' };
  const { fill } = writeFile.offline as OfflineToolHints;
  const read = (name: string) => {
    const own = fill?.[name];
    const all = own?.from === 'first' ? own.of : own ? [own] : [];
    return all.flatMap((one) => (one.from === 'rule' ? (one.read(message) ?? []) : []))[0];
  };
  return { title: read('title'), content: read('content') };
}

it.each([
  ['Save this as the project brief titled "Rain gauge"', 'Rain gauge', 'Save this as the project brief'],
  ['Write the brief called “Rain gauge”: it measures rain', 'Rain gauge', 'it measures rain'],
  ['Save "It measures rain." as the brief, entitled "Rain gauge"', 'Rain gauge', 'It measures rain.'],
  ['Save this as the project brief, titled : "Rain gauge"', 'Rain gauge', 'Save this as the project brief'],
  ["Write down the feature list with the title 'Rain gauge'", 'Rain gauge', 'Write down the feature list'],
  ['احفظ هذا في وصف المشروع بعنوان «مقياس المطر»', 'مقياس المطر', 'احفظ هذا في وصف المشروع'],
])('%s', (text, title, content) => expect(filled(text)).toEqual({ title, content }));

it.each([
  'Save "It measures rain." as the project brief',
  'Save this as the project brief',
  'Write the brief: a box called rain gauge',
  `Save this as the brief titled "${'long '.repeat(30)}"`,
])('%s gives no title', (text) => expect(filled(text)).toEqual({}));

/** What is quadratic takes less on what is read of a message, and what is worse by far more. */
const MAX_WORK_MS = 1_500;
const MOST_CHARACTERS = 32_000;
const repeated = (words: string) => words.repeat(Math.floor(MOST_CHARACTERS / words.length));

it.each([
  ['spaces', repeated(' ')],
  ['spaces behind the word', `titled${repeated(' ')}x`],
  ['spaces before a colon and behind it', repeated(`titled${' '.repeat(900)}:${' '.repeat(900)}`)],
  ['commas', repeated(', ')],
  ['quotations without an end', repeated('titled “')],
  ['quotations beside a title', `Save this titled "Rain gauge" ${repeated('“')}`],
])('a long message of %s is read soon', async (_, text) => {
  expect(await workMs(() => filled(text), MAX_WORK_MS)).toBeLessThan(MAX_WORK_MS);
});
