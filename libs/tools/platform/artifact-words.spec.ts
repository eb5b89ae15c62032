import type { OfflineToolHints } from '../offline-tool-hints.ts';
import { normalizeText } from '../text/normalize-text.ts';
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
  ["Write down the feature list with the title 'Rain gauge'", 'Rain gauge', 'Write down the feature list'],
  ['احفظ هذا في وصف المشروع بعنوان «مقياس المطر»', 'مقياس المطر', 'احفظ هذا في وصف المشروع'],
])('%s', (text, title, content) => expect(filled(text)).toEqual({ title, content }));

it.each([
  'Save "It measures rain." as the project brief',
  'Save this as the project brief',
  'Write the brief: a box called rain gauge',
  `Save this as the brief titled "${'long '.repeat(30)}"`,
])('%s gives no title', (text) => expect(filled(text)).toEqual({}));
