import { z } from 'zod';
import { invalidArgument, wordList } from '#pack-kit';
import { leadStatuses, type LeadStatus } from './entities/index.ts';

/** The requirements of a contact. Prices in whole euro. */
export const requirements = z.object({
  district: z.array(z.string()),
  minPrice: z.number().nullable(),
  maxPrice: z.number().nullable(),
  bedrooms: z
    .number()
    .nullable()
    .describe('Exactly this many, or null when there is a minimum or nothing is known'),
  bedroomsMin: z.number().nullable(),
  status: z.enum(leadStatuses),
  notes: z.string().describe('Dated lines, oldest first'),
});
export type Requirements = z.infer<typeof requirements>;

/** A change of the requirements: an absent field stays as it is, null clears it. */
export interface RequirementsChange {
  district?: string[] | null;
  minPrice?: number | null;
  maxPrice?: number | null;
  bedrooms?: { exact: number } | { min: number } | null;
  status?: LeadStatus;
  /** One more line, dated; null clears them all. */
  note?: string | null;
}

type RequirementField = keyof Requirements;

const requirementValue = z.union([z.string(), z.number(), z.array(z.string()), z.null()]);
export const fieldChange = z.object({
  field: requirements.keyof(),
  from: requirementValue,
  to: requirementValue,
});
export type FieldChange = z.infer<typeof fieldChange>;

/**
 * The requirements after the change.
 *
 * @throws ToolError VALIDATION_FAILED if the minimum price would be above the maximum
 */
export function applyChange(before: Requirements, change: RequirementsChange): Requirements {
  const after: Requirements = { ...before };
  if (change.district !== undefined) after.district = change.district ?? [];
  if (change.minPrice !== undefined) after.minPrice = change.minPrice;
  if (change.maxPrice !== undefined) after.maxPrice = change.maxPrice;
  if (change.bedrooms !== undefined) {
    after.bedrooms = change.bedrooms && 'exact' in change.bedrooms ? change.bedrooms.exact : null;
    after.bedroomsMin = change.bedrooms && 'min' in change.bedrooms ? change.bedrooms.min : null;
  }
  if (change.status) after.status = change.status;
  if (change.note === null) after.notes = '';
  if (change.note) after.notes = [before.notes, change.note].filter(Boolean).join('\n');
  if (after.minPrice !== null && after.maxPrice !== null && after.minPrice > after.maxPrice) {
    const field = change.minPrice === undefined ? 'maxPrice' : 'minPrice';
    throw invalidArgument(
      field,
      'does not fit the stored requirements',
      `The lowest price, €${after.minPrice}, would be above the highest, €${after.maxPrice}. Change both, or clear one with "any".`,
    );
  }
  return after;
}

const FIELDS: readonly RequirementField[] = wordList(
  'district minPrice maxPrice bedrooms bedroomsMin status notes',
);

export function changesBetween(before: Requirements, after: Requirements): FieldChange[] {
  return FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])).map(
    (field) => ({ field, from: before[field], to: after[field] }),
  );
}

/** The missing key facts for which a qualifier asks, in order. */
export const keyFacts = ['district', 'maxPrice', 'bedrooms'] as const;
export type KeyFact = (typeof keyFacts)[number];

export function missingFacts({ district, maxPrice, bedrooms, bedroomsMin }: Requirements): KeyFact[] {
  const known: Record<KeyFact, boolean> = {
    district: district.length > 0,
    maxPrice: maxPrice !== null,
    bedrooms: bedrooms !== null || bedroomsMin !== null,
  };
  return keyFacts.filter((fact) => !known[fact]);
}
