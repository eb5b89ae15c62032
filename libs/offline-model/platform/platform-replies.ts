import { cutText } from '#contracts';
import { ageInWords, dayIn, momentOf } from '#text';
import { plainName } from '../reply/describe.ts';

const MAX_ROWS = 10;
const MAX_INSIGHTS = 3;
/** Maximum length of shown content. The client's panel shows the rest. */
const MAX_CONTENT_CHARACTERS = 1_500;

interface Searched {
  tools: { name: string; description: string }[];
}
const toolLines = ({ tools }: Searched) =>
  tools.map(({ name, description }) => `- ${plainName(name)}: ${description}`).join('\n');

export const toolSearchReply = {
  en: (data: Searched) =>
    data.tools.length === 0
      ? 'I looked for a tool that does this and found none.'
      : `These tools fit:\n${toolLines(data)}`,
  ar: (data: Searched) =>
    data.tools.length === 0 ? 'بحثت عن أداة تقوم بذلك ولم أجد.' : `هذه الأدوات مناسبة:\n${toolLines(data)}`,
};

interface Recalled {
  insights: { text: string; category: string; ageDays: number }[];
}
const insightLines = ({ insights }: Recalled, language: 'en' | 'ar') =>
  insights
    .slice(0, MAX_INSIGHTS)
    .map(({ text, category, ageDays }) =>
      language === 'ar'
        ? `- ${text} (${ageInWords(ageDays, 'ar')})`
        : `- ${text} (${category}, ${ageInWords(ageDays, 'en')})`,
    )
    .join('\n');

export const retrieveContextReply = {
  en: (data: Recalled) =>
    data.insights.length === 0
      ? 'Nothing is noted about that yet.'
      : `These notes are the closest:\n${insightLines(data, 'en')}`,
  ar: (data: Recalled) =>
    data.insights.length === 0
      ? 'لا توجد ملاحظات مسجلة عن ذلك حتى الآن.'
      : `هذه أقرب الملاحظات المسجلة:\n${insightLines(data, 'ar')}`,
};

interface Stored {
  deduplicated: boolean;
  category: string;
}

/** Answers an objection with a question. */
export const storeInsightReply = {
  en: ({ deduplicated, category }: Stored, { text }: { text: string }) => {
    if (category === 'objection')
      return `I understand, and I have noted it: “${text}”. What is behind it most: the price itself, the running costs, or something else?`;
    return deduplicated
      ? `That was noted already; I have refreshed it: “${text}”.`
      : `Noted (${category}): “${text}”.`;
  },
  ar: ({ deduplicated, category }: Stored, { text }: { text: string }) => {
    if (category === 'objection')
      return `أتفهم ذلك وقد سجلته: «${text}». ما السبب الأهم وراءه: السعر نفسه أم التكاليف الشهرية أم أمر آخر؟`;
    return deduplicated ? `هذا مسجل من قبل وقد حدّثته: «${text}».` : `تم التسجيل: «${text}».`;
  },
};

interface ReadFile {
  exists: boolean;
  artifact_type: string;
  title?: string;
  version?: number;
  currentVersion?: number;
  content?: unknown;
  file?: { path: string; content: string };
  availableFiles?: string[];
}
function shown({ content, file }: ReadFile): string {
  const text = file
    ? `${file.path}:\n${file.content}`
    : typeof content === 'string'
      ? content
      : linesOf(content);
  return cutText(text, MAX_CONTENT_CHARACTERS, ' …');
}

/** Renders one line per value and per item of a list. */
function linesOf(content: unknown): string {
  return Object.entries(content ?? {})
    .filter(([key, value]) => key !== 'schemaVersion' && value !== null && value !== '')
    .map(([key, value]) =>
      Array.isArray(value)
        ? [`${plainName(key)}:`, ...value.map((item) => `- ${inline(item)}`)].join('\n')
        : `${plainName(key)}: ${inline(value)}`,
    )
    .join('\n');
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return value.map(inline).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .filter(([, own]) => own !== null && own !== '')
    .map(([key, own]) => `${plainName(key)} ${inline(own)}`)
    .join('; ');
}

const fileLines = (files: readonly string[]) => files.map((path) => `- ${path}`).join('\n');

export const readFileReply = {
  en: (data: ReadFile) => {
    if (data.exists) return `This is version ${data.version} of “${data.title}”:\n\n${shown(data)}`;
    if (data.availableFiles) return `There is no such file. These exist:\n${fileLines(data.availableFiles)}`;
    if (data.currentVersion !== undefined)
      return `There is no such version; the current one is ${data.currentVersion}.`;
    return `There is no ${plainName(data.artifact_type)} yet. Shall I make one?`;
  },
  ar: (data: ReadFile) => {
    if (data.exists) return `هذه النسخة ${data.version} من «${data.title}»:\n\n${shown(data)}`;
    if (data.availableFiles)
      return `لا يوجد ملف بهذا الاسم. الملفات الموجودة:\n${fileLines(data.availableFiles)}`;
    if (data.currentVersion !== undefined)
      return `لا توجد هذه النسخة، والنسخة الحالية هي ${data.currentVersion}.`;
    return 'لا يوجد مستند من هذا النوع بعد. هل أنشئ واحدا؟';
  },
};

interface Written {
  artifact_type: string;
  file_path?: string;
  version: number;
  changed: boolean;
  warnings?: string[];
}
const writtenName = ({ file_path, artifact_type }: Written) => file_path ?? plainName(artifact_type);
const warningLines = ({ warnings = [] }: Written) => warnings.map((warning) => `\n- ${warning}`).join('');

export const writeFileReply = {
  en: (data: Written) =>
    data.changed
      ? `Saved ${writtenName(data)} as version ${data.version}.${warningLines(data)}`
      : `${writtenName(data)} has this content already; version ${data.version} stays.`,
  ar: (data: Written) =>
    data.changed
      ? `حفظت ${writtenName(data)} كنسخة ${data.version}.${warningLines(data)}`
      : `لم يتغير شيء، وتبقى النسخة ${data.version} من ${writtenName(data)}.`,
};

interface Queried {
  dataset: string;
  operation: 'list' | 'count' | 'aggregate';
  rows: Record<string, unknown>[];
  count?: number;
  total?: number;
  appliedFilters: { field: string; op: string; value: unknown }[];
  timezone: string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  eq: 'is',
  ne: 'is not',
  in: 'is',
  gt: 'above',
  gte: 'from',
  lt: 'before',
  lte: 'up to',
};

/** Describes the queried records with the applied filters, which makes a misunderstanding visible. */
function recordsText({ dataset, appliedFilters, timezone }: Queried): string {
  const valueText = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(valueText).join(' or ');
    return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
      ? dayIn(timezone, momentOf(value, timezone))
      : plainName(inline(value));
  };
  const filters = appliedFilters.map(
    ({ field, op, value }) => `${plainName(field)} ${OPERATORS[op] ?? op} ${valueText(value)}`,
  );
  return filters.length === 0 ? plainName(dataset) : `${plainName(dataset)} (${filters.join(', ')})`;
}

const rowLines = ({ rows }: Queried) =>
  rows
    .slice(0, MAX_ROWS)
    .map((row) => `- ${inline(row)}`)
    .join('\n');

export const queryOrgDataReply = {
  en: (data: Queried) =>
    data.operation === 'count'
      ? `The count of ${recordsText(data)} is ${data.count ?? 0}.`
      : data.rows.length === 0
        ? `There are no ${recordsText(data)}.`
        : `${data.total === undefined ? '' : `${data.total} `}${recordsText(data)}:\n${rowLines(data)}`,
  ar: (data: Queried) =>
    data.operation === 'count'
      ? `العدد: ${data.count ?? 0} (${recordsText(data)}).`
      : data.rows.length === 0
        ? `لا توجد سجلات (${recordsText(data)}).`
        : `${recordsText(data)}:\n${rowLines(data)}`,
};

interface Recorded {
  duplicate: boolean;
  votes: number;
}

/** Replies to a recorded feature request, without a promise. */
export const requestFeatureReply = {
  en: ({ duplicate, votes }: Recorded, { title }: { title: string }) =>
    duplicate
      ? `This was requested before. I have added it to that request (votes: ${votes}): “${title}”. I cannot say whether or when it will be available.`
      : `I cannot do that yet. I have recorded it as a request for the people who run this: “${title}”. I cannot say whether or when it will be available.`,
  ar: ({ duplicate, votes }: Recorded, { title }: { title: string }) =>
    duplicate
      ? `طُلب هذا من قبل، وقد أضفته إلى ذلك الطلب وعدد مرات طلبه الآن ${votes}: «${title}». لا أستطيع أن أعد بتنفيذه أو بموعده.`
      : `لا أستطيع ذلك حتى الآن. سجلته طلبا للقائمين على الخدمة: «${title}». لا أستطيع أن أعد بتنفيذه أو بموعده.`,
};
