import { OF_CONTACT, TableContactData, type ContactData } from '#identity';

/**
 * The artifacts of a contact's conversations. After the conversations: a write holds its conversation, so that one of
 * the last moment is either seen here or finds nothing to write to.
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
