import { wrongMap, type LayerPlace } from './layer-map.ts';

/** A condition on a field, which has the tools' name. Values have been validated. */
export type Condition =
  | { field: string; is: string | number }
  | { field: string; in: readonly string[] }
  | { field: string; from?: number; to?: number; above?: number };

/** Field that a layer without a year has instead. */
const DATE_FIELD = 'transaction_date';

/**
 * Builds the `where` of a query. Text is quoted, with its own quotes doubled.
 *
 * @param unicodePrefix writes N before quoted text, which some databases need.
 * @throws ToolError NOT_CONFIGURED for a condition on a field that the map sets to null.
 */
export function whereOf(
  conditions: readonly Condition[],
  layer: LayerPlace,
  { unicodePrefix }: { unicodePrefix: boolean },
): string {
  const quoted = (text: string) => `${unicodePrefix ? 'N' : ''}'${text.replaceAll("'", "''")}'`;
  const written = (value: string | number) => (typeof value === 'number' ? String(value) : quoted(value));
  const parts = conditions.flatMap((condition): string[] => {
    const field = layer.fields[condition.field];
    if (!field) return withoutField(condition, layer);
    if ('is' in condition) return [`${field} = ${written(condition.is)}`];
    if ('in' in condition) return [`${field} IN (${condition.in.map(quoted).join(', ')})`];
    const { from, to, above } = condition;
    return [
      ...(from === undefined ? [] : [`${field} >= ${from}`]),
      ...(to === undefined ? [] : [`${field} <= ${to}`]),
      ...(above === undefined ? [] : [`${field} > ${above}`]),
    ];
  });
  return parts.length === 0 ? '1=1' : parts.join(' AND ');
}

/** A service of rentals without years has the current homes, and one without status has only available ones. */
const TAKEN_FOR_GRANTED: Partial<Record<LayerPlace['name'], readonly string[]>> = {
  rentals: ['year', 'status'],
};

/** Replaces a condition on a field that the service lacks. @throws ToolError NOT_CONFIGURED where figures would cover too much. */
function withoutField(condition: Condition, layer: LayerPlace): string[] {
  const { field } = condition;
  const date = layer.fields[DATE_FIELD];
  if (field === 'year' && 'is' in condition && date) return yearByDate(date, Number(condition.is));
  if (TAKEN_FOR_GRANTED[layer.name]?.includes(field)) return [];
  throw wrongMap(`the layer ${layer.name} needs a field for ${field}`);
}

function yearByDate(date: string, year: number): string[] {
  return [`${date} >= DATE '${year}-01-01'`, `${date} < DATE '${year + 1}-01-01'`];
}
