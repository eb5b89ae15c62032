import { defineTool } from '#pack-kit';
import { snapshot, snapshotInput, snapshotOf } from './snapshots.ts';

export const captureWebcamSnapshot = defineTool({
  name: 'capture_webcam_snapshot',
  description:
    "Returns what is seen in the visitor's webcam picture; with a question it looks again for exactly that.",
  category: 'vision',
  capability: 'webcam',
  input: snapshotInput,
  result: snapshot,
  whenToUse: [
    'The visitor holds something up, or has drawn something on paper or a whiteboard: turn a sketch into a list of steps.',
    'A photo or a look through the camera is wanted: what an object in the hand is.',
    'A long silence or frustration: describe expression and posture.',
  ],
  examples: [
    'I drew the flow on paper, take a look',
    'What am I holding up?',
    'Can you see my whiteboard through the camera?',
    'انظر إلى الرسم الذي أمام الكاميرا',
    'ماذا أحمل في يدي؟',
  ],
  role: 'any',
  sideEffect: 'none',
  outbound: { service: 'vision' },
  needsConversation: true,
  intents: ['vision'],
  execute: (input, context) => snapshotOf('webcam', input, context),
});
