import type { RoutineCall } from '#pack-kit';
import type { CompareResult, SupplyResult } from '../../schema/results.ts';

interface Sums {
  total_value_aed?: number;
  transaction_count: number;
  average_value_aed?: number | null;
  /** Of a municipality. */
  districts_counted?: number;
}

/**
 * What is left of sums when those of its parts are taken away; the average is that of what is left, half up.
 *
 * @param plus what two of the parts have in common, which they would take away twice.
 */
export function sumsWithout<Whole extends Sums>(
  whole: Whole,
  minus: readonly Sums[],
  plus: readonly Sums[] = [],
): Whole {
  const remaining = (of: 'transaction_count' | 'total_value_aed') =>
    [...minus.map((part) => -(part[of] ?? 0)), ...plus.map((part) => part[of] ?? 0)].reduce(
      (sum, part) => sum + part,
      whole[of] ?? 0,
    );
  const count = remaining('transaction_count');
  if (whole.total_value_aed === undefined) return { ...whole, transaction_count: count };
  const value = remaining('total_value_aed');
  const districts = minus.filter((part) => 'district' in part).length;
  return {
    ...whole,
    transaction_count: count,
    total_value_aed: value,
    average_value_aed: count > 0 ? Math.round(value / count) : null,
    ...(whole.districts_counted !== undefined && { districts_counted: whole.districts_counted - districts }),
  };
}

/** A comparison without kinds of property, in its new order. */
export function comparisonWithout(whole: CompareResult, parts: readonly CompareResult[]): CompareResult {
  const rows = whole.rows
    .map((row) =>
      sumsWithout(
        row,
        parts.flatMap((part) => part.rows.filter(({ district }) => district === row.district)),
      ),
    )
    .toSorted((one, other) => other.total_value_aed - one.total_value_aed)
    .map((row, index) => ({ ...row, rank: index + 1 }));
  const [first, second] = rows.map(({ total_value_aed: value }) => value);
  const difference = (first ?? 0) - (second ?? 0);
  return {
    ...whole,
    rows,
    highest: rows[0]?.district ?? whole.highest,
    difference_aed: difference,
    difference_pct: second ? Math.round((difference / second) * 1_000) / 10 : null,
  };
}

/** A stock without kinds of homes. */
export function stockWithout(whole: SupplyResult, types: readonly string[]): SupplyResult {
  const rows = whole.rows.filter(({ property_type: type }) => !types.includes(type));
  const sum = (of: 'existing_units' | 'under_construction_units' | 'available_units') =>
    rows.reduce((total, row) => total + row[of], 0);
  return {
    ...whole,
    rows,
    totals: {
      existing_units: sum('existing_units'),
      under_construction_units: sum('under_construction_units'),
      available_units: sum('available_units'),
    },
  };
}

/** The call with other figures in the place of those that it gave. */
export function withData(call: RoutineCall, data: object): RoutineCall {
  return { ...call, result: { ...call.result, success: true, data } };
}
