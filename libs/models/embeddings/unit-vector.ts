import { EMBEDDING_DIMENSIONS } from '../language-model.ts';
import { ModelError } from '../model.errors.ts';

/**
 * Normalizes a provider's vector to length 1; vectors shortened by Google have another length.
 *
 * @throws ModelError BAD_REQUEST if it does not have 768 numbers, since memory cannot store it.
 */
export function unitVector(values: readonly number[] | undefined, from: string): number[] {
  const length = Math.hypot(...(values ?? []));
  if (values?.length !== EMBEDDING_DIMENSIONS || !Number.isFinite(length) || length === 0)
    throw new ModelError(
      'BAD_REQUEST',
      `${from} returned a vector of ${values?.length ?? 0} numbers; ${EMBEDDING_DIMENSIONS} are needed. Set EMBEDDING_MODEL to a model that returns them.`,
    );
  return values.map((value) => value / length);
}
