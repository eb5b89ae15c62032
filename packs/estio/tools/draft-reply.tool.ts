import { z } from 'zod';
import { subjectOf } from '#tools';
import { defineTool, listOf, ToolError, type OfflineMessage } from '#pack-kit';
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
import { insertDraft } from '../schema/draft.repository.ts';
import { whatToSay } from './draft-reply.facts.ts';
import { propertiesOf } from '../schema/property.read-model.ts';
import { asksForWriting } from '../offline/requests.ts';
import { rowId } from '../schema/row-id.ts';

const input = z.object({
  contactId: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe('Who is written to; the contact of the conversation when left out.'),
  intent: z.enum(draftIntents).default('answer').describe('What the reply is for.'),
  keyPoints: listOf(z.string().trim().min(1).max(300), {
    max: 8,
    description: 'What it has to say, a sentence each; what tools have just given when left out.',
  }).default([]),
  tone: z.enum(draftTones).default('professional'),
  language: z.enum(draftLanguages).optional().describe('That of the last message when left out.'),
  propertyIds: listOf(z.string().min(1).max(128), {
    max: 10,
    description: 'Listings that it names; at most 3 are used. Those found last when left out.',
  }).optional(),
  channel: z.enum(['chat', 'email']).default('chat').describe('email has a subject.'),
});

export interface Draft {
  draftId: string;
  subject: string | null;
  text: string;
  language: string;
  intent: string;
  status: 'draft';
  usedPropertyIds: string[];
  generatedBy: string;
  warnings?: string[];
}

export const draftReply = defineTool({
  name: 'draft_reply',
  description: 'Writes a reply to a customer for a person to review. It sends nothing.',
  category: 'communication',
  capability: 'draft',
  input,
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
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'write',
  intents: ['email', 'content'],
  offline: {
    examplesOf: 'staff',
    fill: {
      contactId: { from: 'context', key: 'contactId' },
      intent: { from: 'rule', read: intentOf },
      keyPoints: { from: 'rule', read: keyPointsOf },
      tone: { from: 'rule', read: toneOf },
      language: { from: 'rule', read: languageOf },
      propertyIds: {
        from: 'first',
        of: [
          { from: 'id', prefix: 'prop' },
          { from: 'prev', tool: 'search_properties', path: 'items[0..2].id' },
        ],
      },
      channel: { from: 'rule', read: ({ text }) => (/\be-?mail\b|بريد/i.test(text) ? 'email' : undefined) },
    },
    cues: [
      'draft',
      'write back',
      'write to',
      'prepare a message',
      'message inviting',
      'reply to',
      'اكتب',
      'رسالة',
      'ردا',
    ],
    applies: ({ text }) => asksForWriting(text),
    ask: { contactId: { en: 'Who is it for?', ar: 'لمن الرسالة؟' } },
    reply: {
      en: ({ subject, text, warnings = [] }: Draft) =>
        `${['Here is a draft to review; nothing was sent.', ...warnings].join(' ')}\n\n${subject ? `Subject: ${subject}\n\n` : ''}${text}`,
      ar: ({ subject, text }: Draft) =>
        `هذه مسودة للمراجعة ولم يُرسل شيء.\n\n${subject ? `الموضوع: ${subject}\n\n` : ''}${text}`,
    },
  },
  async execute(given, context): Promise<Draft> {
    const { intent, tone, channel } = given;
    const contactId = await subjectOf(given.contactId, context);
    const language = given.language ?? draftLanguages.find((known) => known === context.language) ?? 'en';
    const { keyPoints, ids } = await whatToSay(given, language === 'ar' ? 'ar' : 'en', context);
    const { person, properties } = await context.read(async (tx) => ({
      person: await personOf(tx, contactId),
      properties: await propertiesOf(tx, ids),
    }));
    if (keyPoints.length === 0 && properties.length === 0)
      throw new ToolError('VALIDATION_FAILED', 'There is nothing to say yet: name a point or a property.', {
        fields: [{ name: 'keyPoints', problem: 'expected at least one, or propertyIds' }],
      });
    const facts: DraftFacts = {
      firstName: person.firstName,
      intent,
      keyPoints,
      tone,
      language,
      channel,
      agency: context.settings.get('ESTIO_AGENCY_NAME') ?? '',
      properties: properties.map(({ title, reference, area, price, dealType, bedrooms }) => ({
        title,
        reference,
        area,
        price,
        dealType,
        bedrooms,
      })),
    };
    const { output, generatedBy } = await context.tasks.run<DraftText>(DRAFT_REPLY, facts);
    const { subject, text } = draftOutput.parse(output);
    const now = context.clock.now();
    const { conversationId, caller } = context;
    return context.write(async (tx) => {
      const draftId = rowId('draft');
      await insertDraft(
        tx,
        {
          id: draftId,
          contactId,
          conversationId,
          intent,
          channel,
          language,
          subject,
          text,
          propertyIds: ids,
          generatedBy,
          createdBy: caller.userId ?? 'system',
        },
        now,
      );
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

function intentOf({ text }: OfflineMessage): string | undefined {
  const rules: [intent: string, words: RegExp][] = [
    ['viewing_invite', /\binvit|to see the|دعوة|لمعاينة/i],
    ['follow_up', /follow[- ]?up|after the viewing|متابعة/i],
    ['offer_response', /\b(?:his|her|their|the) offer\b|بخصوص العرض/i],
    ['objection', /objection|worr|too expensive|concern|قلق|غالي/i],
    ['introduction', /introduc|تعريف/i],
    ['closing', /next step|closing|إتمام/i],
  ];
  return rules.find(([, words]) => words.test(text))?.[0];
}

/** "In Russian", "بالعربية": the language that is asked for. */
function languageOf({ text }: OfflineMessage): string | undefined {
  const languages: [language: string, words: RegExp][] = [
    ['ar', /\bin arabic\b|بالعربي/i],
    ['el', /\bin greek\b|باليوناني/i],
    ['ru', /\bin russian\b|بالروسي/i],
    ['en', /\bin english\b|بالإنجليزي|بالانجليزي/i],
  ];
  return languages.find(([, words]) => words.test(text))?.[0];
}

function toneOf({ text }: OfflineMessage): string | undefined {
  if (/\bfriendly\b|ودود/i.test(text)) return 'friendly';
  return /\b(?:short|brief|concise)\b|قصير|مختصر/i.test(text) ? 'concise' : undefined;
}

/** What the message wants said: the words in quotation marks, or behind "that", "saying", "about". */
function keyPointsOf({ text }: OfflineMessage): string[] | undefined {
  const quoted = /["“«](.{3,300})["”»]/u.exec(text)?.[1];
  if (quoted) return [quoted];
  const said =
    /(?:\bsaying(?: that)?|\b(?:him|her|them|customer|client) that|\bthat|بأن|أن)\s+(.{3,})$/iu.exec(
      text,
    )?.[1];
  if (said)
    return said
      .split(/;\s*|\s+and that\s+/i)
      .slice(0, 8)
      .map((point) => point.trim().slice(0, 300));
  const about = /(?:\babout|\babout the|بخصوص|بشأن)\s+(.{3,200})$/iu.exec(text)?.[1];
  return about ? [/\p{Script=Arabic}/u.test(about) ? `بخصوص ${about}` : `About ${about}`] : undefined;
}
