import { z } from 'zod';
import { defineTool, enumWithSynonyms, ToolError, type ToolContext, runTask } from '#pack-kit';
import { dayIn } from '#text';
import { diagramProblem, nodeCount } from './documents/mermaid.ts';
import {
  diagramTypes,
  architectureDiagramTask,
  type DiagramType,
  type diagramOutput,
} from '../prompts/tasks/architecture-diagram.task.ts';
import { materialFor } from '../prompts/tasks/material.ts';

export const TYPES = {
  gantt: ['timeline', 'roadmap', 'roll-out plan', 'schedule', 'خطة زمنية', 'جدول زمني'],
  mindmap: ['mind map', 'brainstorm', 'brainstorming', 'خريطة ذهنية'],
  sequence: ['sequence diagram', 'who sends what', 'مخطط تسلسل'],
  flowchart: ['flow', 'flow chart', 'workflow', 'process map', 'مخطط', 'سير العمل'],
};

const input = z.object({
  diagram_type: enumWithSynonyms(TYPES, { description: 'Kind of diagram.' }),
  content_description: z
    .string()
    .trim()
    .min(10)
    .max(2_000)
    .refine((text) => /\p{L}/u.test(text), 'expected words')
    .describe('The workflow in words, with its steps in order.'),
});

const result = z.object({
  diagramType: z.enum(diagramTypes),
  mermaid: z.string(),
  title: z.string(),
  nodeCount: z.number(),
  generatedBy: z.string(),
});
export type ArchitectureDiagram = z.infer<typeof result>;

export const generateArchitectureDiagram = defineTool({
  name: 'generate_architecture_diagram',
  description: 'Draws a described workflow as a Mermaid diagram: flowchart, sequence, gantt or mind map.',
  category: 'consulting',
  capability: 'doc',
  input,
  result,
  whenToUse: [
    'A workflow with several steps was described, or somebody wants it drawn.',
    'A picture, sketch or flowchart of how systems and data are connected.',
  ],
  examples: [
    'Map our intake: mail comes in, triage, draft, approval',
    'Make a timeline for a three-phase roll-out',
    'Sketch a mind map of our data sources',
    'ارسم مخططا لسير العمل: استلام الطلب ثم المراجعة ثم الرد',
    'اعمل خريطة ذهنية لمصادر البيانات',
  ],
  role: 'any',
  sideEffect: 'none',
  intents: ['document'],
  async execute(
    { diagram_type: type, content_description: description },
    context,
  ): Promise<ArchitectureDiagram> {
    const from = dayIn(context.timezone, context.clock.now());
    const given = { ...(await materialFor(context, { needsMessages: false })), type, description, from };
    const first = await draw(context, given);
    const problem = diagramProblem(type, first.mermaid);
    if (problem === undefined) return resultOf(type, first);
    const mended = await draw(context, { ...given, problem });
    const left = diagramProblem(type, mended.mermaid);
    if (left !== undefined) throw new ToolError('INTERNAL', `The diagram could not be drawn: ${left}.`);
    return resultOf(type, mended);
  },
});

interface Drawn extends z.infer<typeof diagramOutput> {
  generatedBy: string;
}

async function draw(context: ToolContext, input: Record<string, unknown>): Promise<Drawn> {
  const { output, generatedBy } = await runTask(context, architectureDiagramTask, input);
  // `graph` is the older name of the same kind.
  const mermaid = output.mermaid
    .trim()
    .replace(/^```(?:mermaid)?|```$/g, '')
    .trim()
    .replace(/^graph(?=\s)/, 'flowchart');
  return { ...output, mermaid, generatedBy };
}

function resultOf(diagramType: DiagramType, { mermaid, title, generatedBy }: Drawn): ArchitectureDiagram {
  return { diagramType, mermaid, title, nodeCount: nodeCount(diagramType, mermaid), generatedBy };
}
