import { z } from 'zod';
import { defineTask, wordList } from '#pack-kit';

export const draftIntents = wordList(
  'answer follow_up viewing_invite offer_response objection closing introduction',
);
export const draftTones = ['friendly', 'professional', 'concise'] as const;
export const draftLanguages = ['en', 'ar', 'el', 'ru'] as const;
export const MAX_DRAFT_CHARACTERS = 1_500;

export const draftFacts = z.object({
  firstName: z.string(),
  intent: z.enum(draftIntents),
  keyPoints: z.array(z.string()),
  tone: z.enum(draftTones),
  language: z.enum(draftLanguages),
  channel: z.enum(['chat', 'email']),
  agency: z.string(),
  properties: z.array(
    z.object({
      title: z.string(),
      reference: z.string(),
      area: z.string(),
      price: z.number(),
      dealType: z.enum(['sale', 'rent']),
      bedrooms: z.number(),
    }),
  ),
});
export type DraftFacts = z.infer<typeof draftFacts>;

export const draftOutput = z.object({
  subject: z.string().max(200).nullable(),
  text: z.string().min(1).max(MAX_DRAFT_CHARACTERS),
});
export type DraftText = z.infer<typeof draftOutput>;

export const DRAFT_REPLY = 'estio.draft_reply';

export const draftReplyTask = defineTask({
  key: DRAFT_REPLY,
  taskType: 'draft_reply',
  instructions: `Write a reply of an estate agency to a customer, which a person will review before it is sent. Write in the language that is named (ISO 639-1), in the tone that is named, at most ${MAX_DRAFT_CHARACTERS} characters. Say every key point; say nothing of properties, prices and dates that is not given. Name each property by title and reference. Close with one question that fits the intent, and the agency's name. A subject only for the channel email, otherwise null.`,
  input: draftFacts,
  output: draftOutput,
});
