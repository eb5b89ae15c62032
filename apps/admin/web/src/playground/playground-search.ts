/** Search parameters of the playground; those that end in 2 belong to the second run. */
export const playgroundSearchNames = [
  'beside',
  'author',
  'agent',
  'channel',
  'model',
  'broker',
  'model2',
  'broker2',
  'from',
  'drawer',
  'drawer2',
] as const;
export type PlaygroundSearchName = (typeof playgroundSearchNames)[number];
