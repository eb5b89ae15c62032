import type { ApiKeyScope } from '#contracts';

export const SCOPES: Record<ApiKeyScope, string> = {
  messages: 'Send messages as contacts and read their turns',
  'messages:staff': 'Send messages as staff',
  turns: 'Read turns, conversations and files of all contacts',
  contacts: 'Export and erase contacts',
  mcp: 'Call tools over MCP',
  metrics: 'Read metrics',
  admin: 'Manage the org: everything the console can do',
};
/** Scopes of staff and admins, which require a user. */
export const NEEDS_USER: readonly ApiKeyScope[] = ['messages:staff', 'admin'];
