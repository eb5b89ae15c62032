import { z } from 'zod';
import { defineTool, enumWithSynonyms, ToolError, type OfflineMessage, type ToolContext } from '#pack-kit';
import { anySpelling } from '#text';
import { diagramProblem, nodeCount } from './documents/mermaid.ts';
import {
  ARCHITECTURE_DIAGRAM,
  type DiagramType,
  type diagramOutput,
} from '../prompts/tasks/architecture-diagram.task.ts';
import { materialFor } from '../prompts/tasks/material.ts';

const TYPES = {
  gantt: ['timeline', 'roadmap', 'roll-out plan', 'schedule', 'خطة زمنية', 'جدول زمني'],
  mindmap: ['mind map', 'brainstorm', 'brainstorming', 'خريطة ذهنية'],
  sequence: ['sequence diagram', 'who sends what', 'مخطط تسلسل'],
  flowchart: ['flow', 'flow chart', 'workflow', 'process map', 'مخطط', 'سير العمل'],
};

const input = z.object({
  diagram_type: enumWithSynonyms(TYPES, { description: 'flowchart, sequence, gantt or mindmap' }),
  content_description: z
    .string()
    .trim()
    .min(10)
    .max(2_000)
    .regex(/\p{L}/u, 'expected words')
    .describe('The workflow, in words.'),
});

/** What asks for a drawing, and names its kind, says nothing yet of what is in it. */
const ASKS_FOR_ONE = anySpelling(
  /\b(?:please|can|could|you|make|draw|map|sketch|create|give|show|me|us|a|an|the|of|for|our|my|with|diagram|flow ?chart|time ?line|roadmap|mind ?map|sequence|process|workflow|phases?|steps?|visuali[sz]e|it|how|what|that|this|would|will|could|looks?|like|all|everything|so far|we|discussed|talked|about|now|picture|drawing|\d+)\b|كيف|سيبدو|شكله|هذا|ارسم|اعمل|أنشئ|لي|لنا|مخططا?|خريطة ذهنية|جدول زمني|[^\p{L}]+/giu,
);
const FEWEST_LETTERS = 8;

/** The whole message, where it says what is to be drawn. */
function describedIn({ text }: OfflineMessage): string | undefined {
  return text.replaceAll(ASKS_FOR_ONE, '').length < FEWEST_LETTERS ? undefined : text.trim();
}

export interface ArchitectureDiagram {
  diagramType: DiagramType;
  mermaid: string;
  title: string;
  nodeCount: number;
  generatedBy: string;
}

export const generateArchitectureDiagram = defineTool({
  name: 'generate_architecture_diagram',
  description: 'Draws a described workflow as a Mermaid diagram: flowchart, sequence, gantt or mind map.',
  category: 'consulting',
  capability: 'doc',
  input,
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
  tier: 'deferred',
  channels: ['chat', 'voice'],
  role: 'any',
  sideEffect: 'none',
  intents: ['document'],
  offline: {
    fill: {
      diagram_type: {
        from: 'first',
        of: [
          { from: 'enum', values: TYPES },
          { from: 'const', value: 'flowchart' },
        ],
      },
      content_description: { from: 'rule', read: describedIn },
    },
    cues: [
      'map our',
      'diagram',
      'draw',
      'sketch',
      'timeline',
      'mind map',
      'flowchart',
      'visualise',
      'visualize',
      'ارسم',
      'مخطط',
      'خريطة ذهنية',
      'مخططا',
    ],
    applies: ({ normalized }) =>
      /\b(?:map|diagram|draw|sketch|timeline|mind ?map|flow ?chart|visuali[sz]e)\b|ارسم|مخطط|خريطه ذهنيه|جدول زمني/u.test(
        normalized,
      ),
    ask: {
      content_description: {
        en: 'Which steps or parts does it have? Write them in their order, with commas between them.',
        ar: 'ما الخطوات أو الأجزاء؟ اكتبها بالترتيب وبينها فواصل.',
      },
    },
    reply: { en: reply, ar: replyArabic },
  },
  async execute(
    { diagram_type: type, content_description: description },
    context,
  ): Promise<ArchitectureDiagram> {
    const from = context.clock.now().toISOString().slice(0, 10);
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

async function draw({ tasks }: ToolContext, input: Record<string, unknown>): Promise<Drawn> {
  const { output, generatedBy } = await tasks.run<z.infer<typeof diagramOutput>>(ARCHITECTURE_DIAGRAM, input);
  // `graph` is the older name of the same kind.
  const mermaid = output.mermaid
    .replace(/^\s*```(?:mermaid)?\s*|\s*```\s*$/g, '')
    .trim()
    .replace(/^graph(?=\s)/, 'flowchart');
  return { ...output, mermaid, generatedBy };
}

function resultOf(diagramType: DiagramType, { mermaid, title, generatedBy }: Drawn): ArchitectureDiagram {
  return { diagramType, mermaid, title, nodeCount: nodeCount(diagramType, mermaid), generatedBy };
}

const fenced = (mermaid: string) => `\`\`\`mermaid\n${mermaid}\n\`\`\``;

function reply({ mermaid, title, nodeCount: nodes }: ArchitectureDiagram): string {
  return `${title}, in ${nodes} ${nodes === 1 ? 'step' : 'steps'}:\n${fenced(mermaid)}`;
}

function replyArabic({ mermaid, title, nodeCount: nodes }: ArchitectureDiagram): string {
  return `${title}، في ${nodes} خطوات:\n${fenced(mermaid)}`;
}
