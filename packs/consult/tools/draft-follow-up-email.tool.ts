import { z } from 'zod';
import { defineTool, enumWithSynonyms } from '#pack-kit';
import { bookingUrl, textSetting } from '../settings.ts';
import { FOLLOW_UP_EMAIL, type emailOutput } from '../prompts/tasks/follow-up-email.task.ts';
import { nothingSaid, materialFor } from '../prompts/tasks/material.ts';

const RECIPIENTS = {
  client: ['customer', 'العميل', 'عميل', 'للعميل'],
  consultant: ['the consultant', 'advisor', 'المستشار', 'مستشار'],
  team: ['me', 'us', 'my team', 'my colleagues', 'colleagues', 'الفريق', 'للفريق', 'فريق', 'زملائي'],
};
const TONES = {
  casual: ['friendly', 'informal', 'relaxed', 'ودي', 'وديا', 'ودية'],
  technical: ['tech', 'تقني', 'تقنية', 'تقنيا'],
  professional: ['formal', 'business', 'رسمي', 'رسمية', 'رسميا'],
};

const input = z.object({
  recipient: enumWithSynonyms(RECIPIENTS, { description: 'client, team or consultant' }),
  tone: enumWithSynonyms(TONES, { description: 'professional, casual or technical' }),
  includeSummary: z.boolean().default(false),
});

const MAIL = String.raw`(?:e ?mails?|mails?|follow ?ups?|note|letter)`;
/** Others who write and send tell of their work. */
const OF_OTHERS = String.raw`(?<!\b(?:we|they|people|staff|team|who|customers|clients|users|patients|suppliers|visitors|agents|clerks|colleagues|employees|everybody|everyone) )`;
const WRITES = String.raw`(?:${OF_OTHERS}(?:write|draft|prepare|compose|word|phrase|formulate|create|make|send|shoot|put together)|give|need|want|(?:can|could|may) (?:i|we) (?:have|get)|help (?:me|us) with)`;
/** A mail is to be written: "write a casual mail", "a mail to my team please"; one that is only spoken of is not. */
const ASKS_FOR_MAIL = new RegExp(
  [
    String.raw`\b${WRITES}(?: (?:me|us|him|her|them|up|out))?(?: (?:a|an|the|one|another|that|this|some|my|our))?(?: (?!mails?\b|emails?\b|e\b|by\b|via\b|per\b|in\b|from\b|of\b|to\b|his\b|her\b|their\b|its\b|many\b|much\b)\p{L}+){0,3} ${MAIL}\b`,
    String.raw`^(?:(?:please|now|and|ok|then|also|a|an|the) )*(?:(?:short|quick|casual|friendly|formal|technical|professional|thank you|thanks|follow up|followup) )*${MAIL}(?: (?:please|draft|summary))*$`,
    String.raw`^(?:(?:please|now|and|ok|then|also|a|an|the) )*(?:(?:short|quick|casual|friendly|formal|technical|professional|thank you|thanks|follow up|followup) )*${MAIL} (?:to|for) (?:my|our|the|me|us)\b`,
    String.raw`\b(?:casual|friendly|formal|technical|professional|thank you|follow up) (?:e ?mail|mail|note|message) (?:to|for)\b|\bfollow ?up (?:e ?mail|mail|note|message)\b`,
    String.raw`^(?:please )?(?:e ?mail|mail) (?:this|it|that|the summary|my team|the team|the client|the consultant)\b`,
    String.raw`(?<!\p{L})و?(?:اكتب|جهز|حضر|صغ|اعد|اعمل|سوي?|انشي|ارسل|ابعث|اريد|نريد|ابغي|بدي|احتاج|صياغه|كتابه)(?:ي|وا?)?(?: (?:لي|لنا|لهم|له|مسوده|ملخص))* (?:\p{L}+ )?(?:ال)?(?:رسالت?ه?|بريدا?|ايميلا?)(?! (?:ي|ت)\p{L})`,
    String.raw`^(?:رساله|بريدا?|ايميلا?) (?:\p{L}+ )*(?:ل|الي|متابعه)`,
  ].join('|'),
  'u',
);
/** Whoever tells an address asks for no mail: "my email is …". */
const TELLS_ADDRESS = /\S@\S/;

/** Mails that take time are the visitor's work. */
const TELLS_TIME =
  /\b(?:hours?|all day|every day|a day|per day|takes?|los[et]s?|spend\w*|wast\w+)\b|ساع(?:ه|ات)|[نيت]ضيع|[نيت]خسر|[نيت]قضي/u;

function asksForMail(normalized: string): boolean {
  return ASKS_FOR_MAIL.test(normalized) && !TELLS_ADDRESS.test(normalized) && !TELLS_TIME.test(normalized);
}

export interface DraftedEmail {
  subject: string;
  body: string;
  tone: keyof typeof TONES;
  recipient: keyof typeof RECIPIENTS;
  formatted: string;
  generatedBy: string;
}

export const draftFollowUpEmail = defineTool({
  name: 'draft_follow_up_email',
  description: 'Drafts an e-mail that follows up the conversation. It sends nothing.',
  category: 'document',
  capability: 'doc',
  input,
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
  tier: 'deferred',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  needsConversation: true,
  intents: ['email', 'document'],
  offline: {
    fill: {
      recipient: { from: 'enum', values: RECIPIENTS },
      tone: {
        from: 'first',
        of: [
          { from: 'enum', values: TONES },
          { from: 'const', value: 'professional' },
        ],
      },
      includeSummary: {
        from: 'rule',
        read: ({ normalized }) => (/summary|ملخص/u.test(normalized) ? true : undefined),
      },
    },
    cues: [
      'mail',
      'email',
      'e-mail',
      'follow-up',
      'follow up',
      'note to',
      'write a mail',
      'draft',
      'رسالة',
      'بريد',
      'بريدا',
      'متابعة',
    ],
    applies: ({ normalized }) => asksForMail(normalized),
    ask: {
      recipient: {
        en: 'Who is the mail for: the client, your team or the consultant?',
        ar: 'لمن الرسالة: العميل أم الفريق أم المستشار؟',
      },
    },
    reply: { en: reply, ar: replyArabic },
    failure: nothingSaid,
  },
  async execute(options, context): Promise<DraftedEmail> {
    const { settings } = context;
    const given = await materialFor(context, { needsMessages: true });
    const { output, generatedBy } = await context.tasks.run<z.infer<typeof emailOutput>>(FOLLOW_UP_EMAIL, {
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

function reply({ formatted }: DraftedEmail): string {
  return `A draft; nothing has been sent.\n\nSubject: ${formatted}`;
}

function replyArabic({ formatted }: DraftedEmail): string {
  return `مسودة فقط، لم يُرسل أي شيء.\n\nالموضوع: ${formatted}`;
}
