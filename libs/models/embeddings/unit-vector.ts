import { EMBEDDING_DIMENSIONS } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';

/**
 * A provider's vector with length 1; one that Google has cut to size has another.
 *
 * @throws ModelError BAD_REQUEST when it is no vector of 768 numbers: the model cannot give what memory needs.
 */
export function unitVector(values: readonly number[] | undefined, from: string): number[] {
  const length = Math.hypot(...(values ?? []));
  if (values?.length !== EMBEDDING_DIMENSIONS || !Number.isFinite(length) || length === 0)
    throw new ModelError(
      'BAD_REQUEST',
      `${from} gave a vector of ${values?.length ?? 0} numbers; ${EMBEDDING_DIMENSIONS} are needed. Name a model that gives them in EMBEDDING_MODEL.`,
    );
  return values.map((value) => value / length);
}
