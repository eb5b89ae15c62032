import { meantValue, namedWord, ToolError, type Dataset, type DatasetField } from '#pack-kit';
import { notUnderstood } from './question-errors.ts';

interface Named {
  name: string;
  synonyms?: readonly string[];
}

/**
 * Finds the thing that a word names in any spelling, or by a synonym: `tool_calls` for "Tool Calls". Undefined if there is none, or
 * several.
 */
export function namedBy<Thing extends Named>(word: string, all: readonly Thing[]): Thing | undefined {
  const own = all.map((one) => namedWord(one.name, one));
  const others = all.flatMap((one) => (one.synonyms ?? []).map((synonym) => namedWord(synonym, one)));
  return meantValue(own, word) ?? meantValue(others, word);
}

/**
 * The field that a word names.
 *
 * @param askedBy absent for a field that is only shown, which may be masked.
 * @throws ToolError VALIDATION_FAILED with the existing fields for an unknown one; FORBIDDEN for a personal field, unless a
 *   member of the org asks.
 */
export function fieldOf(part: string, word: string, dataset: Dataset, askedBy?: { isStaff: boolean }) {
  const fields = Object.entries(dataset.fields).map(([name, field]) => ({ ...field, name }));
  const field: (DatasetField & Named) | undefined = namedBy(word, fields);
  if (!field) {
    const problem = `${dataset.name} has no field ${JSON.stringify(word)}.`;
    throw notUnderstood(part, problem, Object.keys(dataset.fields));
  }
  if (!field.personal || askedBy?.isStaff !== false) return field;
  throw new ToolError(
    'FORBIDDEN',
    `${field.name} is personal: only members of the organisation may ask by it.`,
  );
}
