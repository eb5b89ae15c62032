import { cutText } from '#contracts';
const MAX_FIELDS = 8;
const MAX_ITEMS = 5;
const MAX_VALUE_CHARACTERS = 200;

/** Name of a list item: its text, or its first field that can serve as a name. */
export function nameOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return '';
  const fields = value as Record<string, unknown>;
  for (const key of ['title', 'name', 'label', 'value', 'filter', 'start', 'startsAt', 'text', 'id']) {
    const found = fields[key];
    if (typeof found === 'string' || typeof found === 'number') return String(found);
  }
  return cutText(JSON.stringify(value), MAX_VALUE_CHARACTERS);
}

/** Renders a result in a few plain lines, for tools without a template. */
export function describeValue(tool: string, data: unknown): string {
  const title = tool.replaceAll('_', ' ');
  if (data === undefined || data === null) return `${title}: –`;
  if (typeof data !== 'object') return `${title}: ${cutText(String(data), MAX_VALUE_CHARACTERS)}`;
  if (Array.isArray(data)) return `${title}: ${describeList(data)}`;
  const lines = Object.entries(data)
    .slice(0, MAX_FIELDS)
    .map(([key, value]) => `- ${key}: ${Array.isArray(value) ? describeList(value) : describeField(value)}`);
  return [`${title}:`, ...lines].join('\n');
}

function describeList(list: readonly unknown[]): string {
  const names = list.slice(0, MAX_ITEMS).map(nameOf).filter(Boolean).join(', ');
  return `${list.length}${names ? ` (${names}${list.length > MAX_ITEMS ? ', …' : ''})` : ''}`;
}

function describeField(value: unknown): string {
  if (typeof value === 'object' && value !== null) return nameOf(value);
  return cutText(String(value), MAX_VALUE_CHARACTERS);
}

/** Converts "maxPrice" and "max_price" to "max price". */
export function plainName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}
