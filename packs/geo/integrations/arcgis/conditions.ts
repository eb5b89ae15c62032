import { wrongMap, type LayerPlace } from './layer-map.ts';

/** One condition on a field by the tools' name of it. Values are checked before they come here. */
export type Condition =
  | { field: string; is: string | number }
  | { field: string; in: readonly string[] }
  | { field: string; from?: number; to?: number; above?: number };

/** The field of a layer that has a date instead of a year. */
const DATE_FIELD = 'transaction_date';

/**
 * The `where` of a query, built from values alone. Text stands in single quotes, its own doubled.
 *
 * @param unicodePrefix writes N before quoted text, as some databases want it.
 * @throws ToolError NOT_CONFIGURED for a condition on a field that is mapped to none.
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

/** Homes to rent are those of now where the service does not tell of years, and all of them to let where it tells no status. */
const TAKEN_FOR_GRANTED: Partial<Record<LayerPlace['name'], readonly string[]>> = {
  rentals: ['year', 'status'],
};

/** What stands for a condition on a field that the service has not. @throws ToolError NOT_CONFIGURED where figures would be of too much. */
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
