import { badQuery } from './arcgis-error.ts';
import type { SampleLayer } from './layers.ts';
import type { Row } from './market-rows.ts';
import { parseWhere } from './where-clause.ts';

/** Maximum number of rows in one answer. */
export const MAX_RECORD_COUNT = 1_000;

type Value = string | number | null;

/** Answers a query as the ArcGIS REST API does. @throws ArcGisError 400 */
export function answerQuery(layer: SampleLayer, parameters: URLSearchParams): object {
  const fieldOf = (name: string) =>
    layer.fields.find((field) => field.name.toLowerCase() === name.trim().toLowerCase())?.name;
  const where = parameters.get('where')?.trim() ?? '';
  if (where === '') throw badQuery("'where' is missing");
  const rows = layer.rows.filter(parseWhere(where, fieldOf));
  if (parameters.get('returnCountOnly') === 'true') return { count: rows.length };
  const statistics = parameters.get('outStatistics');
  const made = statistics
    ? aggregate(rows, statistics, namesIn(parameters, 'groupByFieldsForStatistics', fieldOf), fieldOf)
    : list(rows, parameters, layer, fieldOf);
  const ordered = order(made, parameters.get('orderByFields') ?? '', statistics ? undefined : fieldOf);
  return page(
    statistics ? ordered : project(ordered, parameters, layer, fieldOf),
    parameters,
    statistics !== null,
  );
}

type FieldOf = (name: string) => string | undefined;

function known(name: string, fieldOf: FieldOf): string {
  const field = fieldOf(name);
  if (field === undefined) throw badQuery(`'${name.trim()}' is not a field of this layer`);
  return field;
}

function namesIn(parameters: URLSearchParams, name: string, fieldOf: FieldOf): string[] {
  const text = parameters.get(name)?.trim() ?? '';
  return text === '' ? [] : text.split(',').map((field) => known(field, fieldOf));
}

function list(
  rows: readonly Row[],
  parameters: URLSearchParams,
  layer: SampleLayer,
  fieldOf: FieldOf,
): Row[] {
  if (parameters.get('returnDistinctValues') !== 'true') return [...rows];
  const projected = project(rows, parameters, layer, fieldOf);
  return [...new Map(projected.map((row) => [JSON.stringify(row), row])).values()];
}

function outFieldsOf(parameters: URLSearchParams, layer: SampleLayer, fieldOf: FieldOf): string[] {
  const text = parameters.get('outFields')?.trim() ?? '';
  if (text === '*') return layer.fields.map(({ name }) => name);
  return text === '' ? ['OBJECTID'] : namesIn(parameters, 'outFields', fieldOf);
}

function project(
  rows: readonly Row[],
  parameters: URLSearchParams,
  layer: SampleLayer,
  fieldOf: FieldOf,
): Row[] {
  const fields = outFieldsOf(parameters, layer, fieldOf);
  return rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field] ?? null])));
}

interface Statistic {
  statisticType: string;
  onStatisticField: string;
  outStatisticFieldName?: string;
}

function aggregate(rows: readonly Row[], text: string, groupBy: string[], fieldOf: FieldOf): Row[] {
  const statistics = readStatistics(text);
  // Without fields to group by, all rows are one group, even if there are none.
  const groups =
    groupBy.length === 0
      ? [rows]
      : Map.groupBy(rows, (row) => JSON.stringify(groupBy.map((field) => row[field] ?? null))).values();
  return [...groups].map((members) => ({
    ...Object.fromEntries(groupBy.map((field) => [field, members[0]?.[field] ?? null])),
    ...Object.fromEntries(
      statistics.map(({ statisticType, onStatisticField, outStatisticFieldName }) => {
        const field = known(onStatisticField, fieldOf);
        const name = outStatisticFieldName ?? `${statisticType}_${field}`;
        return [
          name,
          statisticOf(
            statisticType,
            members.map((row) => row[field] ?? null),
          ),
        ];
      }),
    ),
  }));
}

function readStatistics(text: string): Statistic[] {
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read) && read.length > 0) return read as Statistic[];
  } catch {
    // Refused below, like any text that is not a list.
  }
  throw badQuery("'outStatistics' is invalid");
}

/** Ignores missing values. Without values a count is 0 and any other statistic is missing. */
function statisticOf(type: string, values: Value[]): Value {
  const present = values.filter((value) => value !== null);
  const numbers = present.map(Number);
  const total = numbers.reduce((sum, value) => sum + value, 0);
  switch (type.toLowerCase()) {
    case 'count':
      return present.length;
    case 'sum':
      return present.length === 0 ? null : total;
    case 'avg':
      return present.length === 0 ? null : total / present.length;
    case 'min':
      return present.reduce<Value>((least, value) => (least === null || value < least ? value : least), null);
    case 'max':
      return present.reduce<Value>((most, value) => (most === null || value > most ? value : most), null);
    default:
      throw badQuery(`statistic '${type}' is not supported`);
  }
}

function order(rows: readonly Row[], text: string, fieldOf: FieldOf | undefined): Row[] {
  if (text.trim() === '') return [...rows];
  const keys = text.split(',').map((part) => {
    const [name = '', direction = 'ASC'] = part.trim().split(/\s+/);
    return {
      field: fieldOf ? known(name, fieldOf) : name,
      sign: direction.toUpperCase() === 'DESC' ? -1 : 1,
    };
  });
  return rows.toSorted((left, right) => {
    for (const { field, sign } of keys) {
      const [a, b] = [left[field] ?? null, right[field] ?? null];
      if (a === b) continue;
      if (a === null || b === null) return a === null ? -sign : sign;
      return a < b ? -sign : sign;
    }
    return 0;
  });
}

/** Aggregated answers have no pages. */
function page(rows: readonly Row[], parameters: URLSearchParams, aggregated: boolean): object {
  const offset = aggregated ? 0 : wholeNumber(parameters, 'resultOffset', 0);
  const asked = aggregated
    ? MAX_RECORD_COUNT
    : wholeNumber(parameters, 'resultRecordCount', MAX_RECORD_COUNT);
  const count = Math.min(asked, MAX_RECORD_COUNT);
  const features = rows.slice(offset, offset + count).map((attributes) => ({ attributes }));
  const more = offset + count < rows.length;
  return { features, ...(more && { exceededTransferLimit: true }) };
}

function wholeNumber(parameters: URLSearchParams, name: string, fallback: number): number {
  const text = parameters.get(name);
  if (text === null || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw badQuery(`'${name}' is invalid`);
  return value;
}
