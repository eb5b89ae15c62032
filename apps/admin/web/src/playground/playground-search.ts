/** What the address of the playground says. `…2` are of the second run. */
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
