import type { OfflineMessage, RoutineCall, RoutineStep } from '#pack-kit';
import { compareSalesBetweenDistricts as comparison } from '../../tools/compare-sales-between-districts.tool.ts';
import type { CompareResult } from '../../schema/results.ts';
import { languageOf, SAMPLE } from '../../tools/wording.ts';
import { byYear } from './figures-by-year.ts';
import { callInWords } from './call-in-words.ts';

/** A comparison of one year as its tool words it; of several years each district with its years. */
export function comparisonsInWords(
  made: readonly RoutineCall[],
  message: OfflineMessage,
): RoutineStep | undefined {
  if (made.some(({ result }) => !result?.success)) return undefined;
  const [first, ...others] = made;
  if (first && others.length === 0) {
    const reply = callInWords(comparison, first, message);
    return reply === undefined ? undefined : { reply };
  }
  const data = made.map(({ result }) => result?.data as CompareResult);
  const districts = [...new Set(data.flatMap(({ rows }) => rows.map(({ district }) => district)))];
  const told = districts.map((name) => {
    const years = data.flatMap(({ rows, year, property_type, ...shared }) =>
      rows
        .filter(({ district }) => district === name)
        .map((row) => ({ ...shared, ...row, year, property_type, sample: false })),
    );
    return byYear(years, message);
  });
  const isSample = data.some(({ sample }) => sample);
  return { reply: [...told, ...(isSample ? [SAMPLE[languageOf(message)]] : [])].join('\n') };
}
