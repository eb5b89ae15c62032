import { z } from 'zod';
import { keysOf, defineTool, enumWithSynonyms, runTask } from '#pack-kit';
import { bookingUrl, textSetting } from '../settings.ts';
import { followUpEmailTask } from '../prompts/tasks/follow-up-email.task.ts';
import { materialFor } from '../prompts/tasks/material.ts';

export const RECIPIENTS = {
  client: ['customer', 'العميل', 'عميل', 'للعميل'],
  consultant: ['the consultant', 'advisor', 'المستشار', 'مستشار'],
  team: ['me', 'us', 'my team', 'my colleagues', 'colleagues', 'الفريق', 'للفريق', 'فريق', 'زملائي'],
};
export const TONES = {
  casual: ['friendly', 'informal', 'relaxed', 'ودي', 'وديا', 'ودية'],
  technical: ['tech', 'تقني', 'تقنية', 'تقنيا'],
  professional: ['formal', 'business', 'رسمي', 'رسمية', 'رسميا'],
};

const input = z.object({
  recipient: enumWithSynonyms(RECIPIENTS, { description: 'Whom it addresses.' }),
  tone: enumWithSynonyms(TONES, { description: 'Tone of voice.' }),
  includeSummary: z.boolean().default(false).describe('True to add a summary of the conversation.'),
});

const result = z.object({
  subject: z.string(),
  body: z.string(),
  tone: z.enum(keysOf(TONES)),
  recipient: z.enum(keysOf(RECIPIENTS)),
  formatted: z.string(),
  generatedBy: z.string(),
});
export type DraftedEmail = z.infer<typeof result>;

export const draftFollowUpEmail = defineTool({
  name: 'draft_follow_up_email',
  description: 'Drafts an e-mail that follows up the conversation. It sends nothing.',
  category: 'document',
  capability: 'doc',
  input,
  result,
  whenToUse: [
    'A mail after the talk is to be written, to the client, the team or the consultant.',
    'A thank-you message or something to send after the meeting.',
  ],
  examples: [
    'Write a casual mail to my team about this',
    'Draft a follow-up for the client, formal please',
    'Prepare a technical note to the consultant with the summary',
    'اكتب رسالة متابعة رسمية للعميل',
    'جهز بريدا وديا للفريق',
  ],
  role: 'any',
  sideEffect: 'none',
  needsConversation: true,
  intents: ['email', 'document'],
  async execute(options, context): Promise<DraftedEmail> {
    const { settings } = context;
    const given = await materialFor(context, { needsMessages: true });
    const { output, generatedBy } = await runTask(context, followUpEmailTask, {
      ...given,
      ...options,
      bookingUrl: bookingUrl(settings, 'consultation') ?? null,
      consultant: textSetting(settings, 'CONSULT_NAME') ?? '',
    });
    const { subject, body } = output;
    const { tone, recipient } = options;
    return { subject, body, tone, recipient, formatted: `${subject}\n\n${body}`, generatedBy };
  },
});
