import { z } from 'zod';
import { defineTask } from '#pack-kit';
import { material } from './material.ts';

export const diagramTypes = ['flowchart', 'sequence', 'gantt', 'mindmap'] as const;
export type DiagramType = (typeof diagramTypes)[number];

export const diagramInput = material.extend({
  type: z.enum(diagramTypes),
  description: z.string(),
  /** First day of a gantt, YYYY-MM-DD. */
  from: z.string(),
  /** The error of the previous attempt; absent at the first one. */
  problem: z.string().optional(),
});
export const diagramOutput = z.object({
  title: z.string().min(1).max(120),
  mermaid: z.string().min(1).max(20_000),
});

export const architectureDiagramTask = defineTask({
  key: 'consult.architecture_diagram',
  taskType: 'draft_reply',
  instructions:
    'Draw the described workflow as Mermaid text of the given type, in the language given. Names and steps that the description leaves open are those of messages and profile; nothing is made up. The text begins with flowchart, sequenceDiagram, gantt or mindmap, has at most 60 nodes, and no click, script or style directives. It shows what happens, not how to build it. Where problem is given, that is what was wrong with your last answer.',
  input: diagramInput,
  output: diagramOutput,
});
