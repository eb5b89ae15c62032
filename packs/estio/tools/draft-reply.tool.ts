import { z } from 'zod';
import { defineTool, idText, insertRow, invalidArgument, listOf, subjectOf } from '#pack-kit';
import { logActivity } from '../schema/activity.repository.ts';
import { personOf } from '../schema/contact.read-model.ts';
import {
  DRAFT_REPLY,
  draftIntents,
  draftLanguages,
  draftOutput,
  draftTones,
  type DraftFacts,
  type DraftText,
} from '../prompts/draft-reply.task.ts';
import type { EstioDraft } from '../schema/entities/index.ts';
import { pointsAndListings } from './shared/draft-reply-facts.ts';
import { propertiesOf } from '../schema/property.read-model.ts';
import { rowId } from '../schema/row-id.ts';

const input = z.object({
  contactId: idText('Recipient. Omitted: the contact of the conversation.').optional(),
  intent: z.enum(draftIntents).default('answer').describe('Purpose of the reply.'),
  keyPoints: listOf(z.string().trim().min(1).max(300), {
    max: 8,
    description: 'What it must say, one sentence each. Omitted: the results of this turn.',
  }).default([]),
  tone: z.enum(draftTones).default('professional').describe('Tone of voice.'),
  language: z.enum(draftLanguages).optional().describe('Omitted: that of the last message.'),
  propertyIds: listOf(idText('Such as prop-0017.'), {
    max: 10,
    description: 'Listings to name; the first 3 are used. Omitted: those found last.',
  }).optional(),
  channel: z.enum(['chat', 'email']).default('chat').describe('email adds a subject.'),
});

const result = z.object({
  draftId: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  language: z.string(),
  intent: z.string(),
  status: z.literal('draft'),
  usedPropertyIds: z.array(z.string()),
  generatedBy: z.string(),
  warnings: z.array(z.string()).optional(),
});
export type Draft = z.infer<typeof result>;

export const draftReply = defineTool({
  name: 'draft_reply',
  description: 'Writes a reply to a customer for a person to review. It sends nothing.',
  category: 'communication',
  capability: 'draft',
  input,
  result,
  whenToUse: [
    'A written answer, invitation or follow-up message for the customer is wanted.',
    'Something is to be worded or phrased for somebody, in whatever language.',
  ],
  examples: [
    'Write back to her about those two flats',
    'Prepare a friendly message inviting him to see the villa',
    'Draft an answer to his price question',
    'اكتب ردا مهذبا على العميل بخصوص الشقق',
    'جهز رسالة متابعة بعد المعاينة',
  ],
  tier: 'always',
  role: 'any',
  sideEffect: 'write',
  intents: ['email', 'content'],
  async execute(given, context): Promise<Draft> {
    const { intent, tone, channel } = given;
    const contactId = await subjectOf(given.contactId, context);
    const language = given.language ?? draftLanguages.find((known) => known === context.language) ?? 'en';
    const { keyPoints, ids } = await pointsAndListings(given, language === 'ar' ? 'ar' : 'en', context);
    const { person, properties } = await context.read(async (tx) => ({
      person: await personOf(tx, contactId),
      properties: await propertiesOf(tx, ids),
    }));
    if (keyPoints.length === 0 && properties.length === 0)
      throw invalidArgument(
        'keyPoints',
        'expected at least one, or propertyIds',
        'There is nothing to say yet: name a point or a property.',
      );
    const facts: DraftFacts = {
      firstName: person.firstName,
      intent,
      keyPoints,
      tone,
      language,
      channel,
      agency: context.settings.get('ESTIO_AGENCY_NAME') ?? '',
      properties,
    };
    const { output, generatedBy } = await context.tasks.run<DraftText>(DRAFT_REPLY, facts);
    const { subject, text } = draftOutput.parse(output);
    const now = context.clock.now();
    const { conversationId, caller } = context;
    return context.write(async (tx) => {
      const draftId = rowId('draft');
      await insertRow<Omit<EstioDraft, 'orgId' | 'status'>>(tx, 'estio_drafts', {
        id: draftId,
        contactId,
        conversationId: conversationId ?? null,
        intent,
        channel,
        language,
        subject,
        text,
        propertyIds: ids,
        generatedBy,
        createdBy: caller.userId ?? 'system',
        createdAt: now,
      });
      await logActivity(tx, {
        contactId,
        type: 'note',
        summary: `Draft ${draftId} written (${intent.replace('_', ' ')}), not sent`,
        by: caller.userId,
        now,
      });
      const foreign = generatedBy === 'rules' && language !== 'en' && language !== 'ar';
      return {
        draftId,
        subject,
        text,
        language,
        intent,
        status: 'draft',
        usedPropertyIds: ids,
        generatedBy,
        ...(foreign && {
          warnings: [
            `Without a model drafts are in English and Arabic; this one is in English, not in ${language}.`,
          ],
        }),
      };
    });
  },
});
