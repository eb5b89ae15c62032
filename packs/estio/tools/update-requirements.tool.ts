import { z } from 'zod';
import { dayIn } from '#text';
import {
  defineTool,
  enumWithSynonyms,
  idText,
  invalidArgument,
  subjectOf,
  type ToolContext,
} from '#pack-kit';
import { logActivity } from '../schema/activity.repository.ts';
import { readPlace } from './shared/arguments.ts';
import { logStatusChange, profileOf, saveRequirements } from '../schema/contact.repository.ts';
import { leadScoreOutput, SCORE_LEAD } from '../prompts/lead-score.task.ts';
import { leadFactsOf, leadScore } from '../schema/lead-score.ts';
import {
  clearableBedrooms,
  clearableMoney,
  clearableNote,
  clearablePlaces,
} from './requirements/clearable-arguments.ts';
import {
  requirements,
  keyFacts,
  applyChange,
  changesBetween,
  fieldChange,
  missingFacts,
  type RequirementsChange,
} from '../schema/requirements.ts';
import { changeLogged } from './requirements/change-summary.ts';

const input = z.object({
  contactId: idText('The contact.'),
  district: clearablePlaces().optional(),
  maxPrice: clearableMoney('Highest price in EUR.').optional(),
  minPrice: clearableMoney('Lowest price in EUR.').optional(),
  bedrooms: clearableBedrooms().optional(),
  status: enumWithSynonyms({
    new: [],
    contacted: [],
    qualified: ['مؤهل'],
    nurturing: [],
    viewing: ['معاينة'],
    negotiating: ['negotiation', 'in negotiation', 'تفاوض'],
    won: ['closed won'],
    lost: ['closed lost'],
  })
    .optional()
    .describe('Stage of the lead.'),
  notes: clearableNote().optional(),
});
type Input = z.infer<typeof input>;

const result = z.object({
  contactId: z.string(),
  requirements,
  changed: z.array(fieldChange),
  missing: z.array(z.enum(keyFacts)),
  updatedAt: z.string(),
});
export type UpdatedRequirements = z.infer<typeof result>;

export const updateRequirements = defineTool({
  name: 'update_requirements',
  description:
    'Saves what a contact is looking for: area, price, bedrooms, how far the lead is, notes. Only what is given changes; "any" clears a field.',
  category: 'contact',
  capability: 'qualification',
  input,
  result,
  whenToUse: [
    'Each time a person states or changes area, budget, size or stage.',
    'The user tells a budget, a ceiling or a maximum, a number of bedrooms, a place or when they move, without asking to search.',
    'The user marks a lead as qualified, lost or the like.',
  ],
  examples: [
    'My ceiling is 320 thousand now',
    'Mark this lead as qualified',
    'They changed their mind, Larnaca instead of Limassol',
    'ميزانيتي القصوى 250 ألف وأحتاج ثلاث غرف نوم',
    'غيّر المنطقة المطلوبة إلى ليماسول',
  ],
  tier: 'always',
  role: 'any',
  sideEffect: 'write',
  intents: ['contact', 'property'],
  async execute(given, context): Promise<UpdatedRequirements> {
    const change = readChange(given, context);
    const contactId = await subjectOf(given.contactId, context);
    // Scored before the transaction, so that no model is called while the row is locked.
    const score = await scoreAfter(contactId, change, context);
    const now = context.clock.now();
    return context.write(async (tx) => {
      const { requirements: before } = await profileOf(tx, contactId, { lock: true });
      const after = applyChange(before, change);
      await saveRequirements(tx, contactId, after, { leadScore: score, now });
      const by = context.caller.userId;
      if (after.status !== before.status)
        await logStatusChange(tx, { contactId, from: before.status, to: after.status, by, now });
      const changed = changesBetween(before, after);
      const summary = changeLogged(after, changed);
      if (summary) await logActivity(tx, { contactId, type: 'note', summary, by, now });
      return {
        contactId,
        requirements: after,
        changed,
        missing: missingFacts(after),
        updatedAt: now.toISOString(),
      };
    });
  },
});

function readChange(given: Input, { clock, timezone }: ToolContext): RequirementsChange {
  const { contactId: _, district, notes, ...rest } = given;
  if (Object.values({ district, notes, ...rest }).every((value) => value === undefined)) {
    throw invalidArgument(
      '(arguments)',
      'expected one of district, maxPrice, minPrice, bedrooms, status, notes',
      'There is nothing to change: name an area, a price, a number of bedrooms, a status or a note.',
    );
  }
  const day = dayIn(timezone, clock.now());
  return {
    ...rest,
    ...(district !== undefined && {
      district: district && [...new Set(district.map((name) => readPlace(name)))],
    }),
    ...(notes !== undefined && { note: notes && `${day}: ${notes}` }),
  };
}

async function scoreAfter(
  contactId: string,
  change: RequirementsChange,
  context: ToolContext,
): Promise<number> {
  const facts = await context.read(async (tx) => {
    const profile = await profileOf(tx, contactId);
    return leadFactsOf(tx, profile, applyChange(profile.requirements, change), context.clock.now());
  });
  try {
    const { output } = await context.tasks.run(SCORE_LEAD, facts);
    return leadScoreOutput.parse(output).score;
  } catch (error) {
    if (context.signal.aborted) throw error;
    // The requirements are saved even when the scoring model is not available.
    return leadScore(facts);
  }
}
