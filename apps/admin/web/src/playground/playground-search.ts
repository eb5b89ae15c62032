import { wordList } from '#contracts';
/** Search parameters of the playground; those that end in 2 belong to the second run. */
export const playgroundSearchNames = wordList(
  'beside author agent channel model broker model2 broker2 from drawer drawer2',
);
export type PlaygroundSearchName = (typeof playgroundSearchNames)[number];
