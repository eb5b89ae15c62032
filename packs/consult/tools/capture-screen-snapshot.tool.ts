import { defineTool } from '#pack-kit';
import { snapshot, snapshotInput, snapshotOf } from './snapshots.ts';

export const captureScreenSnapshot = defineTool({
  name: 'capture_screen_snapshot',
  description:
    "Returns what is seen on the visitor's shared screen; with a question it looks again for exactly that.",
  category: 'vision',
  capability: 'screenShare',
  input: snapshotInput,
  result: snapshot,
  whenToUse: [
    'The visitor refers to their screen, a slide or a table that they share; their display, monitor or open window.',
    'An error is mentioned: read its exact text on the screen.',
  ],
  examples: [
    'Can you see the error on my screen?',
    'What do you make of the slide I am sharing?',
    'Read the totals in the third column',
    'هل ترى الخطأ على شاشتي؟',
    'اقرأ الأرقام المعروضة على الشاشة',
  ],
  role: 'any',
  sideEffect: 'none',
  outbound: { service: 'vision' },
  needsConversation: true,
  intents: ['vision'],
  execute: (input, context) => snapshotOf('screen', input, context),
});
