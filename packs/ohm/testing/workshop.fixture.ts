import { randomUUID } from 'node:crypto';
import { ArtifactService, artifactsOfCaller } from '#artifacts';
import type { ArtifactWrite } from '#pack-kit';
import { suiteOrg, type PackOrg } from '../../testing/pack-org.fixture.ts';
import { ohm } from '../index.ts';

/** A workshop with a project, whose artifacts tools read and write. */
export const workshopOrg = () => suiteOrg({ pack: ohm, extend: workshop });

function workshop({ database, orgId, clock, inOrg }: PackOrg) {
  let conversationId = '';
  const service = new ArtifactService(database, clock, { announce: () => Promise.resolve() });
  const author = { kind: 'agent' as const, agent: 'tester' };
  const artifacts = () => artifactsOfCaller(service, { orgId, conversationId, packs: [ohm], author });
  return {
    context: () => ({ conversationId, artifacts: artifacts() }),
    extra: {
      write: (write: ArtifactWrite) => inOrg((tx) => artifacts().write(tx, write)),
      async content<Content>(kind: string) {
        const reading = await artifacts().read(kind);
        return reading.exists ? (reading.content as Content) : undefined;
      },
      /** Begins a project in a conversation of its own. @returns its id */
      async newProject() {
        conversationId = randomUUID();
        await inOrg((tx) =>
          tx.execute(
            `INSERT INTO conversations (org_id, id, contact_id, channel, pack, created_at, last_message_at)
             VALUES ($1, $2, 'maker', 'chat', 'ohm', $3, $3)`,
            [conversationId, clock.now()],
          ),
        );
        return conversationId;
      },
    },
  };
}
