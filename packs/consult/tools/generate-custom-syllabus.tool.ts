import { z } from 'zod';
import { defineTool, listOf, plainText, runTask, ToolError } from '#pack-kit';
import { keepDocument } from '../schema/document.repository.ts';
import { learn } from '../schema/leads/lead.repository.ts';
import { customSyllabusTask, DAYS, type syllabusOutput } from '../prompts/tasks/custom-syllabus.task.ts';
import { bookingUrl } from '../settings.ts';
import { materialFor } from '../prompts/tasks/material.ts';

const painPoint = z.string().trim().min(1).max(200);
const input = z.object({
  team_roles: plainText('Who attends, such as "3 developers, 1 product manager".', 200),
  pain_points: listOf(painPoint, {
    min: 1,
    max: 8,
    description: 'Problems to solve, a few words each.',
  }),
  tech_stack: plainText('Technologies in use, such as "React, Node.js".', 200),
});

const result = z.object({
  title: z.string(),
  days: z.literal(DAYS),
  modules: z.array(
    z.object({
      number: z.number(),
      day: z.number(),
      title: z.string(),
      painPoints: z.array(z.string()),
      outcomes: z.array(z.string()),
    }),
  ),
  coverage: z.array(z.object({ painPoint: z.string(), moduleNumber: z.number() })),
  markdown: z.string(),
  documentId: z.string(),
  generatedBy: z.string(),
  canBookOnline: z.boolean().describe('True if the org has a booking page'),
});
export type CustomSyllabus = z.infer<typeof result>;

export const generateCustomSyllabus = defineTool({
  name: 'generate_custom_syllabus',
  description:
    "Builds the plan of the two-day workshop around the team's own problems: modules with outcomes, and which module covers which problem.",
  category: 'sales',
  capability: 'doc',
  input,
  result,
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
  role: 'any',
  sideEffect: 'write',
  intents: ['document', 'value'],
  async execute(
    { team_roles: teamRoles, pain_points: named, tech_stack: techStack },
    context,
  ): Promise<CustomSyllabus> {
    const painPoints = [...new Set(named)];
    const { language, contactId, caller, clock } = context;
    const { output, generatedBy } = await runTask(context, customSyllabusTask, {
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

/** @throws ToolError UPSTREAM_ERROR if a model has left a pain point out, or covered it twice */
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
