import { z } from 'zod';
import { defineTask } from '#pack-kit';
import { material } from './material.ts';

export const MAX_SUBJECT_CHARACTERS = 120;
export const MAX_BODY_CHARACTERS = 2_500;

export const recipients = ['client', 'team', 'consultant'] as const;
export const tones = ['professional', 'casual', 'technical'] as const;

export const emailInput = material.extend({
  recipient: z.enum(recipients),
  tone: z.enum(tones),
  includeSummary: z.boolean(),
  bookingUrl: z.string().nullable(),
  consultant: z.string(),
});
export const emailOutput = z.object({
  subject: z.string().min(1).max(MAX_SUBJECT_CHARACTERS),
  body: z.string().min(1).max(MAX_BODY_CHARACTERS),
});

export const followUpEmailTask = defineTask({
  key: 'consult.follow_up_email',
  taskType: 'draft_reply',
  instructions:
    'Write the follow-up e-mail for the recipient (client: the visitor; team: the colleagues of the visitor; consultant: whom the visitor talked about) in the tone asked for and the language of the conversation. Only what was said and agreed on; a booking link only if one is given. With includeSummary add the conversation in a few lines.',
  input: emailInput,
  output: emailOutput,
});
