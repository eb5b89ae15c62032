import { z } from 'zod';
import { defineTool, listOf, ToolError, type OfflineMessage } from '#pack-kit';
import { anySpelling } from '#text';
import { keepDocument } from '../schema/document.repository.ts';
import { learn } from '../schema/leads/lead.repository.ts';
import { courseTopicIn, technologiesNamedIn } from '../reading/course.ts';
import { readProfile } from '../reading/profile.ts';
import { objects } from '../reading/objection.ts';
import { CUSTOM_SYLLABUS, DAYS, type syllabusOutput } from '../prompts/tasks/custom-syllabus.task.ts';
import { bookingUrl } from '../settings.ts';
import { materialFor } from '../prompts/tasks/material.ts';
import { getBookingLink } from './get-booking-link.tool.ts';

const painPoint = z.string().trim().min(1).max(200);
const input = z.object({
  team_roles: z
    .string()
    .trim()
    .min(2)
    .max(200)
    .describe('Who attends, such as 3 developers and a product manager.'),
  pain_points: listOf(painPoint, {
    min: 1,
    max: 8,
    description: 'What the team wants solved, each in a few words',
  }),
  tech_stack: z.string().trim().min(2).max(200).describe('What they build on, such as React and Node.js.'),
});

export interface CustomSyllabus {
  title: string;
  days: typeof DAYS;
  modules: { number: number; day: number; title: string; painPoints: string[]; outcomes: string[] }[];
  coverage: { painPoint: string; moduleNumber: number }[];
  markdown: string;
  documentId: string;
  generatedBy: string;
  /** Whether there is a page where it is booked. */
  canBookOnline: boolean;
}

const HOW =
  /(?:how (?:do|can|could|should|would) (?:i|we|you|one)|how to|help us|teach (?:my|our) team to|can you show (?:me|us) how to)\s+(?:best\s+)?(?:fix|solve|stop|prevent|avoid|reduce|get rid of|handle|deal with|improve)?\s*(.{3,180}?)(?:[.!?؟]+(?:\s.*)?)?$/iu;
const HOW_ARABIC = anySpelling(
  /كيف\s+(?:نمنع|أمنع|نصلح|أصلح|نحل|أحل|نعالج|نتجنب|أنفذ|ننفذ|نقلل)?\s*(.{3,180}?)(?:[.!?؟]+(?:\s.*)?)?$/u,
);

/** "How do I fix hallucinations in our support bot?" is about hallucinations in the support bot. */
export function painPointIn({ text }: Pick<OfflineMessage, 'text'>): string | undefined {
  const line = text.split(/\n/)[0] ?? '';
  const named = HOW.exec(line)?.[1] ?? HOW_ARABIC.exec(line)?.[1] ?? readProfile(text).painPoint;
  return (named ?? courseTopicIn(text))?.trim();
}

/** With a page where workshops are booked, and without one. */
const OFFERS = [
  { en: 'Shall I give you the link to book it?', ar: 'هل أرسل لك رابط الحجز؟' },
  { en: 'Shall I note for the consultant that you want it?', ar: 'هل أسجل للمستشار أنكم تريدونها؟' },
] as const;
const AGREES =
  /^(?:(?:yes|yeah|yep|sure|ok|okay|please|do|great|go ahead|of course|why not|thanks|thank you|send (?:it|me the link)|the link|i would like that|نعم|اجل|اكيد|طبعا|تمام|حسنا|من فضلك|ارسل\p{L}*|ابعث\p{L}*|الرابط|تفضل|شكرا|لو سمحت)(?: |$))+$/u;
const agrees = ({ normalized }: Pick<OfflineMessage, 'normalized'>) => AGREES.test(normalized);

/** "Too expensive for us" says neither who attends nor what they build on. */
const answers = (message: OfflineMessage) => !objects(message) && !CHANGES.test(message.normalized);

/** "Shorten it to one day", "اختصرها": what is to be made otherwise is no answer. */
const CHANGES =
  /^(?:(?:and|ok|okay|please|can you|could you|now|no|but) )*(?:shorten|lengthen|extend|reduce|cut|condense|translate|rewrite|redo|(?:make|turn|change|split|move) (?:it|this|that|them)|(?:add|remove|drop) (?:a|an|the|one|some) )\b|^(?:طيب |لا |من فضلك )?(?:اختصر|قصر|طول|مدد|خليها|خله|اجعلها|اجعله|غيرها|غيره|ترجم)\p{L}*/u;

export const generateCustomSyllabus = defineTool({
  name: 'generate_custom_syllabus',
  description:
    "Builds the plan of the two-day workshop around the team's own problems: modules with outcomes, and which module covers which problem.",
  category: 'sales',
  capability: 'doc',
  input,
  whenToUse: [
    'The visitor asks how to fix, build or stop something: instead of the solution.',
    'Interest in a workshop or a training.',
    'A course, an agenda or a programme for a team that wants to learn.',
  ],
  examples: [
    'How can we stop our bot from inventing answers?',
    'What would a training for three developers and a PM look like?',
    'Could you teach my team to run local models on Node?',
    'كيف نمنع روبوت الدعم من اختلاق الإجابات؟',
    'ما محتوى ورشة لفريق من أربعة مطورين؟',
  ],
  tier: 'always',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'write',
  intents: ['document', 'value'],
  offline: {
    fill: {
      team_roles: {
        from: 'first',
        of: [
          { from: 'rule', read: ({ text }) => readProfile(text).teamRoles },
          { from: 'known', key: 'teamRoles' },
        ],
      },
      pain_points: {
        from: 'first',
        of: [
          {
            from: 'rule',
            read: (message) => {
              const pain = painPointIn(message);
              return pain === undefined ? undefined : [pain];
            },
          },
          { from: 'known', key: 'painPoints' },
        ],
      },
      tech_stack: {
        from: 'first',
        of: [
          { from: 'rule', read: ({ text }) => readProfile(text).techStack ?? technologiesNamedIn(text) },
          { from: 'known', key: 'techStack' },
        ],
      },
    },
    cues: [
      'how do i',
      'how can we',
      'how do we',
      'how to',
      'how should we',
      'fix',
      'stop',
      'prevent',
      'training',
      'syllabus',
      'curriculum',
      'teach',
      'learn',
      'ستعلم',
      'ستعلمون',
      'نتعلم',
      'يتعلم',
      'steps',
      'show me the code',
      'give me the prompt',
      'write me a prompt',
      'a prompt',
      'كيف أبني',
      'كيف نبني',
      'كيف أنشئ',
      'كيف أصلح',
      'كيف نمنع',
      'كيف نحل',
      'كيف أنفذ',
      'اكتب لي الكود',
      'محتوى ورشة',
      'منهج',
    ],
    applies: ({ normalized }) => ASKS_HOW.test(normalized) && !OTHER_BUSINESS.test(normalized),
    ask: {
      team_roles: {
        en: 'I can show you where the workshop covers that. Who would attend from your team?',
        ar: 'أستطيع أن أبين أين تغطي الورشة ذلك. من سيحضر من فريقكم؟',
        accepts: answers,
      },
      tech_stack: {
        en: 'What does your team build on?',
        ar: 'ما التقنيات التي يعمل عليها فريقكم؟',
        accepts: answers,
      },
      pain_points: {
        en: 'Which problem should the workshop solve for you?',
        ar: 'ما المشكلة التي تريدون حلها في الورشة؟',
        accepts: answers,
      },
    },
    reply: { en: reply, ar: replyArabic },
    asksBack: OFFERS.map((question) => ({
      question,
      tool: getBookingLink.name,
      gives: { meetingType: { from: 'const', value: 'workshop' } },
      answeredBy: agrees,
    })),
  },
  async execute(
    { team_roles: teamRoles, pain_points: named, tech_stack: techStack },
    context,
  ): Promise<CustomSyllabus> {
    const painPoints = [...new Set(named)];
    const { language, contactId, caller, clock } = context;
    const { output, generatedBy } = await context.tasks.run<z.infer<typeof syllabusOutput>>(CUSTOM_SYLLABUS, {
      ...(await materialFor(context, { needsMessages: false })),
      teamRoles,
      painPoints,
      techStack,
    });
    const modules = modulesOf(output, painPoints);
    const coverage = coverageOf(modules, painPoints);
    const markdown = markdownOf(output.title, modules, language);
    return context.write(async (tx) => {
      const data = { teamRoles, painPoints, techStack, modules, coverage };
      const { documentId } = await keepDocument(tx, context, { kind: 'syllabus', markdown, data });
      if (contactId !== undefined && caller.kind === 'contact')
        await learn(tx, contactId, { teamRoles, techStack, painPoints }, clock.now());
      const canBookOnline = bookingUrl(context.settings, 'workshop') !== undefined;
      return {
        title: output.title,
        days: DAYS,
        modules,
        coverage,
        markdown,
        documentId,
        generatedBy,
        canBookOnline,
      };
    });
  },
});

const ASKS_HOW =
  /\b(?:how (?:do|can|could|should|would) (?:i|we|you)|how to|teach (?:my|our|us|the|an?|\d+|one|two|three|four|five|six|seven|eight|nine|ten)|(?:would|could|can|will|do) you teach|(?:could|can|should|would|will) (?:my|our|the) (?:\p{L}+ |\d+ ){0,3}learn|learn (?:at|in|from) (?:the|your) (?:workshop|course)|what (?:will|would|do|does|can|could) (?:\p{L}+ |\d+ ){1,6}learn|training|syllabus|curriculum|workshop (?:for|plan)|course for|(?:give|write) me (?:the|a) (?:prompt|steps)|write a prompt|show me the code|write (?:me )?the code)\b|كيف (?:ا|ن)\p{L}+|اكتب لي الكود|محتوي ورشه|منهج|تدريب|(?:ماذا|ما الذي|وش|ايش|شو) (?:س(?:وف )?[تني]\p{L}?تعلم\p{L}*|س(?:وف )?[تني]علم\p{L}*|[تس]\p{L}?درب\p{L}*)/u;
const OTHER_BUSINESS =
  /\b(?:book|reserve|set up a call|how (?:do|can|could|would) (?:i|we) (?:book|reserve|pay|reach|contact|start|cancel|unsubscribe|opt out|quit|leave|order|buy|sign|delete|change|reschedule|know|trust|get (?:in touch|started|a|an|my|our|the)|talk|speak|meet)|under the hood|roi|money back|earn|costs?)\b|احجز|حجز|نسترد/u;

function modulesOf({ modules }: z.infer<typeof syllabusOutput>, painPoints: readonly string[]) {
  const firstDay = Math.ceil(modules.length / DAYS);
  return modules.map(({ title, covers, outcomes }, index) => ({
    number: index + 1,
    day: index < firstDay ? 1 : 2,
    title,
    painPoints: covers.flatMap((at) => painPoints[at] ?? []),
    outcomes,
  }));
}

/** @throws ToolError UPSTREAM_ERROR when a model has left a pain point out, or covered it twice. */
function coverageOf(modules: CustomSyllabus['modules'], painPoints: readonly string[]) {
  return painPoints.map((pain) => {
    const covering = modules.filter((module) => module.painPoints.includes(pain));
    const [only, ...others] = covering;
    if (!only || others.length > 0)
      throw new ToolError(
        'UPSTREAM_ERROR',
        `The plan covers ${JSON.stringify(pain)} ${covering.length} times.`,
      );
    return { painPoint: pain, moduleNumber: only.number };
  });
}

function markdownOf(title: string, modules: CustomSyllabus['modules'], language: string): string {
  const [day, module] = language === 'ar' ? ['اليوم', 'الوحدة'] : ['Day', 'Module'];
  const days = [1, 2].map((number) =>
    [
      `## ${day} ${number}`,
      ...modules
        .filter((entry) => entry.day === number)
        .map(
          (entry) =>
            `### ${module} ${entry.number}: ${entry.title}\n${entry.outcomes.map((outcome) => `- ${outcome}`).join('\n')}`,
        ),
    ].join('\n\n'),
  );
  return [`# ${title}`, ...days].join('\n\n');
}

const offer = ({ canBookOnline }: CustomSyllabus) => OFFERS[canBookOnline ? 0 : 1];

function reply(plan: CustomSyllabus): string {
  const { coverage, modules, title } = plan;
  const lines = coverage.map(
    ({ painPoint: pain, moduleNumber }) => `Module ${moduleNumber} of the workshop covers ${pain}.`,
  );
  const outcome = modules[(coverage[0]?.moduleNumber ?? 2) - 1]?.outcomes[0];
  return [
    ...lines,
    ...(outcome ? [`What your team takes away: ${outcome}.`] : []),
    `I have put together a plan, "${title}", with ${modules.length} modules over two days. ${offer(plan).en}`,
  ].join('\n');
}

function replyArabic(plan: CustomSyllabus): string {
  const { coverage, modules, title } = plan;
  const lines = coverage.map(
    ({ painPoint: pain, moduleNumber }) => `الوحدة ${moduleNumber} من ورشة العمل تغطي: ${pain}.`,
  );
  const outcome = modules[(coverage[0]?.moduleNumber ?? 2) - 1]?.outcomes[0];
  return [
    ...lines,
    ...(outcome ? [`ما يخرج به فريقكم: ${outcome}.`] : []),
    `أعددت خطة بعنوان «${title}» من ${modules.length} وحدات على يومين. ${offer(plan).ar}`,
  ].join('\n');
}
