import { findPhrase, hasPhrase, anySpelling } from '#text';
import { type Fill, type OfflineMessage } from '#pack-kit';
import { leadStatuses, type LeadStatus } from '../schema/entities/index.ts';
import { placesLeftOut } from '../places.ts';
import { BEDROOM_WORDS } from './requests.ts';

const AREA_WORDS = ['any area', 'anywhere', 'any district', 'أي منطقة', 'أي مكان'];
const STATUS_WORDS = ['mark', 'status', 'stage', 'حالة', 'مرحلة'];
const AFTER_NOTE = anySpelling(/(?:\bnotes?\b|ملاحظة)\s*(?:that\s+|أن\s+)?[:،,]?\s*(.{3,})$/iu);

export const districtFill: Fill = {
  from: 'first',
  of: [
    { from: 'rule', read: anyArea },
    { from: 'place', set: 'cyprus', many: true },
  ],
};

export const updateRequirementsFill: Record<string, Fill> = {
  contactId: { from: 'context', key: 'contactId' },
  district: districtFill,
  maxPrice: { from: 'money', bound: 'max', lone: true },
  minPrice: { from: 'money', bound: 'min' },
  bedrooms: { from: 'int', words: BEDROOM_WORDS, asText: true },
  status: { from: 'rule', read: status },
  notes: { from: 'rule', read: ({ text }) => AFTER_NOTE.exec(text)?.[1]?.trim() ?? leftOut(text) },
};

/** The line of the notes for places that are not wanted: there is no field for them. */
export function notWanted(places: readonly string[]): string {
  return `Not wanted: ${places.join(', ')}`;
}

function leftOut(text: string): string | undefined {
  const { names } = placesLeftOut(text);
  return names.length > 0 ? notWanted(names) : undefined;
}

function anyArea({ normalized }: OfflineMessage): string | undefined {
  return hasPhrase(normalized.split(' '), AREA_WORDS) ? 'any' : undefined;
}

/** Many statuses are everyday words, so that they count only behind a word such as "mark". */
function status({ normalized }: OfflineMessage): LeadStatus | undefined {
  const words = normalized.split(' ');
  if (!hasPhrase(words, STATUS_WORDS)) return undefined;
  return leadStatuses.find((value) => findPhrase(words, [value]));
}
