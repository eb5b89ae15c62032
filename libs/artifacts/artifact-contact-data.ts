import { OF_CONTACT, TableContactData, type ContactData } from '#identity';

/**
 * Export and erasure of the artifacts of a contact's conversations. Erasure runs after that of the conversations: a write
 * locks its conversation, so that a concurrent write is either erased here or finds no conversation.
 */
export function artifactContactData(): ContactData {
  return new TableContactData('artifacts', 150, [
    {
      table: 'artifact_versions',
      where: 't.artifact_id IN (SELECT a.id FROM artifacts a WHERE a.org_id = $1 AND a.contact_id = $2)',
      hidden: ['content_hash', 'tool_call_id', 'told_seq'],
    },
    { table: 'artifacts', where: OF_CONTACT },
  ]);
}
