import { suggestConversations, type ArtifactService } from '#artifacts';
import { isUuid } from '#identity';
import { readsConversation, type ArtifactKind, type ResourceSpec } from '#pack-kit';

/**
 * The artifacts of conversations as an MCP resource, with the same fields as `read_file` returns. A conversation that the
 * caller may not read has none.
 *
 * @param kinds of the caller's packs and of the platform.
 */
export function artifactResource(
  artifacts: Pick<ArtifactService, 'readChecked'>,
  kinds: readonly ArtifactKind[],
): ResourceSpec {
  return {
    uri: 'artifact://{conversationId}/{kind}',
    name: 'artifact',
    title: 'Artifact',
    description: `The current version of an artifact of a conversation. Kinds: ${kinds.map(({ kind }) => kind).join(', ')}.`,
    mimeType: 'application/json',
    read: async ({ conversationId = '', kind: name }, context) => {
      const kind = kinds.find((known) => known.kind === name);
      if (!kind || !isUuid(conversationId) || !readsConversation(context, conversationId)) return undefined;
      const found = await artifacts.readChecked(context.org.id, conversationId, kind);
      if (!found.exists) return undefined;
      const { id, title, version, content, updatedAt, updatedBy, warnings } = found;
      const shown = {
        artifact_type: kind.kind,
        artifact_id: id,
        title,
        version,
        updated_at: updatedAt.toISOString(),
        updated_by: updatedBy,
        ...(warnings && { warnings }),
        content,
      };
      return { text: JSON.stringify(shown, null, 2) };
    },
    complete: {
      conversationId: suggestConversations,
      kind: async (typed) => kinds.map(({ kind }) => kind).filter((kind) => kind.startsWith(typed)),
    },
  };
}
