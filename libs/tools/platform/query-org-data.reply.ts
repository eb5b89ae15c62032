import { DATASETS_AR } from './arabic-names.ts';
import { fieldInWords, filterInWords, plainName, said, type Language } from './filter-words.ts';
import type { QueriedData } from './query-org-data.tool.ts';

/** Rows that a reply names; the rest is counted. */
const MAX_SAID = 10;

interface Asked {
  unanswered?: readonly string[];
}

/** Says what was found, of what, by which filters, and what of the question they leave out, so that a misreading shows. */
export const queryOrgDataReply = {
  en: (data: QueriedData, asked: Asked = {}): string => {
    const what = `${plainName(data.dataset)}${filtersOf(data, 'en')}`;
    const unused = unusedOf(asked, (words) => `“${words}”`, ', ');
    const warning = unused && `Not considered, as these records cannot be narrowed by it: ${unused}.`;
    return withWarning(answerInEnglish(data, what), warning);
  },
  ar: (data: QueriedData, asked: Asked = {}): string => {
    const what = `${DATASETS_AR[data.dataset] ?? plainName(data.dataset)}${filtersOf(data, 'ar')}`;
    const unused = unusedOf(asked, (words) => `«${words}»`, '، ');
    const warning = unused && `لم يؤخذ هذا في الحساب لتعذر تصفية السجلات به: ${unused}.`;
    return withWarning(answerInArabic(data, what), warning);
  },
};

function answerInEnglish(data: QueriedData, what: string): string {
  const lines = rowsOf(data, 'en');
  switch (data.operation) {
    case 'count':
      return `The count of ${what} is ${data.count ?? 0}.`;
    case 'list':
      return data.total === 0
        ? `There are no ${what}.`
        : [
            `${data.total ?? 0} ${data.total === 1 ? singular(what) : what}${shownOf(data, 'the first')}:`,
            ...lines,
          ].join('\n');
    case 'aggregate':
      return lines.length === 0
        ? `There are no ${what}.`
        : [`${capital(what)}${shownOf(data, 'the first')}:`, ...lines].join('\n');
  }
}

/** "deals (stage is new)" is one "deal (stage is new)". */
function singular(what: string): string {
  return what.replace(/^[a-z ]+?(?=$| \()/, (name) =>
    name.replace(/(?:(ie)|(?<!s))s$/, (_end, ies) => (ies ? 'y' : '')),
  );
}

function answerInArabic(data: QueriedData, what: string): string {
  const lines = rowsOf(data, 'ar');
  switch (data.operation) {
    case 'count':
      return `عدد ${what}: ${data.count ?? 0}.`;
    case 'list':
      return data.total === 0
        ? `لا توجد سجلات في ${what}.`
        : [`${what}: ${data.total ?? 0}${shownOf(data, 'أول')}`, ...lines].join('\n');
    case 'aggregate':
      return lines.length === 0
        ? `لا توجد سجلات في ${what}.`
        : [`${what}${shownOf(data, 'أول')}:`, ...lines].join('\n');
  }
}

/** In front of the rows, which may be many. */
function withWarning(answer: string, warning: string): string {
  if (warning === '') return answer;
  return answer.includes('\n') ? `${warning}\n${answer}` : `${answer} ${warning}`;
}

function unusedOf({ unanswered }: Asked, quoted: (words: string) => string, separator: string): string {
  return Array.isArray(unanswered) ? unanswered.map((words) => quoted(String(words))).join(separator) : '';
}

/** The values of a row, the group or the first field that has one in front. */
function rowsOf({ rows, timezone }: QueriedData, language: Language): string[] {
  const text = (value: unknown) => said(value, timezone, language);
  return rows.slice(0, MAX_SAID).map((row) => {
    const entries = Object.entries(row);
    const from = Math.max(
      0,
      entries.findIndex(([, value]) => value !== null && value !== ''),
    );
    const [[first, head] = ['', ''], ...others] = entries.slice(from);
    if (others.length === 0) return `- ${fieldInWords(first, language)}: ${text(head)}`;
    const rest = others.map(([name, value]) => `${fieldInWords(name, language)} ${text(value)}`);
    return `- ${text(head)}: ${rest.join(', ')}`;
  });
}

function shownOf({ rows, truncated }: QueriedData, first: string): string {
  const shown = Math.min(rows.length, MAX_SAID);
  return truncated || shown < rows.length ? `, ${first} ${shown}` : '';
}

function filtersOf({ appliedFilters, timezone }: QueriedData, language: Language): string {
  if (appliedFilters.length === 0) return '';
  const all = appliedFilters.map((filter) => filterInWords(filter, timezone, language));
  return ` (${all.join(language === 'ar' ? '، ' : ', ')})`;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
