import type { ResourceContext } from '#pack-kit';
import { conversationsWithArtifacts } from './artifact-versions.read-model.ts';

const MAX_SUGGESTED = 50;

/** Conversation ids that begin with `typed`: for staff all conversations of the org with artifacts, for others their own. */
export async function suggestConversations(typed: string, context: ResourceContext): Promise<string[]> {
  if (context.caller.kind !== 'contact')
    return context.read((tx) => conversationsWithArtifacts(tx, typed, MAX_SUGGESTED));
  const own = context.conversationId;
  return own?.startsWith(typed) ? [own] : [];
}
