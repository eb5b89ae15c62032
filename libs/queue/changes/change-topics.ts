/** Topics of the values that a process caches in memory and another process may change. */
export const changeTopics = [
  'flags',
  'settings',
  'tools',
  'keys',
  'models',
  'model_cooldowns',
  'packs',
  'mcp',
  'mcp_servers',
  'rankers',
] as const;
export type ChangeTopic = (typeof changeTopics)[number];
