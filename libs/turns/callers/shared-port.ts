import type { FileService } from '#artifacts';
import type { OrgSettings } from '#identity';
import { ModelError, ModelPicture, toolErrorOf, type CallLedger } from '#models';
import { notConfigured, preconditionFailed, type SharedPort } from '#pack-kit';
import { lookAtPicture, visionModelOf } from '../shared-context/look-at-picture.ts';
import type { SharedKind } from '../shared-context/shared-context.entity.ts';
import { SharedContextRepository } from '../shared-context/shared-context.repository.ts';
import type { CallerPorts } from './tool-caller.ts';

/** The services that reading shared context needs. */
export interface SharedPorts extends Pick<CallerPorts, 'database' | 'clock' | 'calls' | 'modelRegistry'> {
  files: Pick<FileService, 'open' | 'find'>;
}

/** The port through which tools read what is shared in the conversation. */
export function sharedPort(
  ports: SharedPorts,
  place: { orgId: string; conversationId: string; settings: OrgSettings; ledger?: CallLedger | undefined },
): SharedPort {
  const { orgId, conversationId, settings, ledger } = place;
  const find = (kind: SharedKind) =>
    ports.database.forOrg(orgId, (tx) => new SharedContextRepository(tx).find(conversationId, kind));
  return {
    location: async () => {
      const row = await find('location');
      return row?.location ? { ...row.location, sharedAt: row.sharedAt } : undefined;
    },
    picture: async (kind) => {
      const row = await find(kind);
      if (!row?.fileId) return undefined;
      const { fileId, sharedAt, analysisState, analysis } = row;
      const file = await ports.files.find(orgId, fileId);
      if (!file) return undefined;
      return { fileId, mediaType: file.mediaType, sharedAt, state: analysisState ?? 'pending', analysis };
    },
    look: async (fileId, question, signal) => {
      const model = visionModelOf(orgId, settings, ports.modelRegistry);
      if (model === undefined)
        throw notConfigured(
          'Looking at pictures is not configured: set VISION_MODEL to a model that can see.',
          'VISION_MODEL',
        );
      const opened = await ports.files.open(orgId, fileId);
      if (!opened) throw preconditionFailed('The picture is no longer there.', 'picture');
      const { file, content } = opened;
      const picture = new ModelPicture(file.name, file.mediaType, file.sha256, content);
      const now = ports.clock.now();
      try {
        return {
          text: await lookAtPicture(ports, {
            orgId,
            conversationId,
            model,
            picture,
            question,
            now,
            signal,
            ledger,
          }),
          model,
        };
      } catch (error) {
        throw error instanceof ModelError ? toolErrorOf(error) : error;
      }
    },
  };
}
