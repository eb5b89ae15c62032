import { z } from 'zod';
import { listOf } from '#pack-kit';

/**
 * Items as a caller may give them: fields and keys that the server computes may be missing. The artifact's own schema
 * checks the rest, as it does for `write_file`.
 */
export function itemsOf(description: string, max: number) {
  return z.array(z.record(z.string(), z.unknown())).max(max).describe(description);
}

/** The lines of one section of a brief. An empty list is refused: a section is removed by a merge of `_delete`. */
export function sectionOf(description: string) {
  return listOf(z.string().trim().min(1).max(500), { min: 1, max: 50, description }).optional();
}
