import type { QueriedData } from './query-org-data.tool.ts';

/** Rows that a reply names; the rest is counted. */
const MAX_SAID = 10;

const DATASETS_AR: Record<string, string> = {
  conversations: 'المحادثات',
  turns: 'أدوار المحادثة',
  tool_calls: 'استدعاءات الأدوات',
  insights: 'الملاحظات',
  feature_requests: 'طلبات الميزات',
  capability_usage: 'استخدام القدرات',
  model_usage: 'استخدام النماذج',
};

const SIGNS: Record<string, string> = {
  eq: '=', ne: '≠', gt: '>', gte: '≥', lt: '<', lte: '≤', in: 'in', between: 'between', contains: 'contains',
  is_null: 'empty:',
}; // prettier-ignore

/** Says what was found, of what, and by which filters, so that a misreading shows. */
export const queryOrgDataReply = {
  en: (data: QueriedData): string => {
    const name = plainName(data.dataset);
    const by = data.appliedFilters.length > 0 ? ` (${filters(data)})` : '';
    const lines = said(data);
    switch (data.operation) {
      case 'count':
        return `The count of ${name}${by} is ${data.count ?? 0}.`;
      case 'list':
        return data.total === 0
          ? `There are no ${name}${by}.`
          : [`${data.total ?? 0} ${name}${by}${shownOf(data, 'the first')}:`, ...lines].join('\n');
      case 'aggregate':
        return lines.length === 0
          ? `There are no ${name}${by}.`
          : [`${capital(name)}${by}${shownOf(data, 'the first')}:`, ...lines].join('\n');
    }
  },
  ar: (data: QueriedData): string => {
    const name = DATASETS_AR[data.dataset] ?? plainName(data.dataset);
    const by = data.appliedFilters.length > 0 ? ` (${filters(data)})` : '';
    const lines = said(data);
    switch (data.operation) {
      case 'count':
        return `عدد ${name}${by}: ${data.count ?? 0}.`;
      case 'list':
        return data.total === 0
          ? `لا توجد سجلات في ${name}${by}.`
          : [`${name}${by}: ${data.total ?? 0}${shownOf(data, 'أول')}`, ...lines].join('\n');
      case 'aggregate':
        return lines.length === 0
          ? `لا توجد سجلات في ${name}${by}.`
          : [`${name}${by}${shownOf(data, 'أول')}:`, ...lines].join('\n');
    }
  },
};

/** The values of a row, the group or first field in front. */
function said({ rows }: QueriedData): string[] {
  return rows.slice(0, MAX_SAID).map((row) => {
    const [[first, head] = ['', ''], ...others] = Object.entries(row);
    if (others.length === 0) return `- ${plainName(first)}: ${text(head)}`;
    return `- ${text(head)}: ${others.map(([name, value]) => `${plainName(name)} ${text(value)}`).join(', ')}`;
  });
}

function shownOf({ rows, truncated }: QueriedData, first: string): string {
  const shown = Math.min(rows.length, MAX_SAID);
  return truncated || shown < rows.length ? `, ${first} ${shown}` : '';
}

function filters({ appliedFilters }: QueriedData): string {
  return appliedFilters
    .map(({ field, op, value }) => `${plainName(field)} ${SIGNS[op] ?? op} ${text(value)}`)
    .join(', ');
}

function text(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
  if (Array.isArray(value)) return value.map(text).join(' – ');
  // Moments to the minute.
  return String(value).replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):.*Z$/, '$1 $2 UTC');
}

/** "messageCount" and "tool_calls" are "message count" and "tool calls". */
function plainName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replace(':', ' by ')
    .toLowerCase();
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
