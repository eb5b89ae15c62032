import { ARTIFACTS_AR } from './arabic-names.ts';
import type { ReadFile } from './read-file.tool.ts';

/** A person reads the beginning; the rest is in the client's panel. */
const MAX_SAID_CHARACTERS = 1_500;

const cut = (text: string) =>
  text.length > MAX_SAID_CHARACTERS ? `${text.slice(0, MAX_SAID_CHARACTERS).trimEnd()} …` : text;

function shown({ content, file }: ReadFile): string {
  if (file) return cut(`${file.path}:\n${file.content}`);
  return cut(typeof content === 'string' ? content : linesOf(content ?? {}).join('\n'));
}

/** "unitPrice" as "unit price". */
const nameOf = (key: string) => key.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

const isSaid = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** A structured content as a person reads it: a line for each value, and for each item of a list. */
function linesOf(content: Record<string, unknown>): string[] {
  return Object.entries(content)
    .filter(([key, value]) => key !== 'schemaVersion' && isSaid(value))
    .flatMap(([key, value]) =>
      Array.isArray(value)
        ? [`${nameOf(key)}:`, ...value.map((item) => `- ${inline(item)}`)]
        : [`${nameOf(key)}: ${inline(value)}`],
    );
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return value.map(inline).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .filter(([, own]) => isSaid(own))
    .map(([key, own]) => `${nameOf(key)} ${inline(own)}`)
    .join('; ');
}

const warned = ({ warnings = [] }: ReadFile) => warnings.map((warning) => `\n⚠ ${warning}`).join('');

const list = (files: readonly string[]) => files.map((path) => `- ${path}`).join('\n');

/** Says what stands in it, or that there is none and one can be made. */
export const readFileReply = {
  en: (data: ReadFile): string => {
    if (data.exists)
      return `This is version ${data.version} of “${data.title}”:\n\n${shown(data)}${warned(data)}`;
    if (data.availableFiles) return `There is no such file. These exist:\n${list(data.availableFiles)}`;
    if (data.currentVersion !== undefined)
      return `There is no such version; the current one is ${data.currentVersion}.`;
    return `There is no ${data.artifact_type.replaceAll('_', ' ')} yet. Shall I make one?`;
  },
  ar: (data: ReadFile): string => {
    if (data.exists)
      return `هذه النسخة ${data.version} من «${ARTIFACTS_AR[data.artifact_type] ?? data.title}»:\n\n${shown(data)}${warned(data)}`;
    if (data.availableFiles) return `لا يوجد ملف بهذا الاسم. الملفات الموجودة:\n${list(data.availableFiles)}`;
    if (data.currentVersion !== undefined)
      return `لا توجد هذه النسخة، والنسخة الحالية هي ${data.currentVersion}.`;
    return 'لا يوجد مستند من هذا النوع بعد. هل أنشئ واحدا؟';
  },
};
