import type { ResourceContext } from '#pack-kit';
import { conversationsWithArtifacts } from './artifact-versions.read-model.ts';

const MAX_SUGGESTED = 50;

/** Ids that begin with `typed`: to staff of every conversation of the org that has artifacts, to others of their own. */
export async function suggestConversations(typed: string, context: ResourceContext): Promise<string[]> {
  if (context.caller.kind !== 'contact')
    return context.read((tx) => conversationsWithArtifacts(tx, typed, MAX_SUGGESTED));
  const own = context.conversationId;
  return own?.startsWith(typed) ? [own] : [];
}
