import { Inject, Injectable } from '@nestjs/common';
import { FileRepository } from '#artifacts';
import { CLOCK, type Clock } from '#config';
import type { SharedContextView, ShareLocation, SharePicture } from '#contracts';
import { Database, type OrgTransaction } from '#database';
import { OrgService, settingText } from '#identity';
import { Outbox } from '#queue';
import { MessageRefusedError } from '../turn.errors.ts';
import type { SharedKind } from './shared-context.entity.ts';
import { placeOf, SharedContextRepository, type SharedRow } from './shared-context.repository.ts';

/** State of a picture that no model analyses. */
export const NO_VISION_MODEL = 'NOT_CONFIGURED: VISION_MODEL';

type PictureKind = Exclude<SharedKind, 'location'>;

/** The surroundings that contacts share in their conversations, with their consent. */
@Injectable()
export class SharedContextService {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OrgService) private readonly orgs: Pick<OrgService, 'settingsOf'>,
    @Inject(Outbox) private readonly outbox: Pick<Outbox, 'add'>,
  ) {}

  shareLocation(
    orgId: string,
    conversationId: string,
    { consent: _consent, ...location }: ShareLocation,
  ): Promise<SharedContextView | undefined> {
    return this.inConversation(orgId, conversationId, async (repository) => {
      const sharedAt = this.clock.now();
      const nothing = { fileId: null, analysisState: null };
      await repository.put({ conversationId, kind: 'location', location, sharedAt, ...nothing });
      return repository.find(conversationId, 'location');
    });
  }

  /**
   * Shares a picture in place of the earlier one, whose file is removed if nothing else uses it. With `VISION_MODEL`, an
   * outbox task analyses the picture.
   *
   * @returns undefined if the org has no such conversation.
   * @throws MessageRefusedError if the org has no such file, or it is no picture.
   */
  async sharePicture(
    orgId: string,
    conversationId: string,
    kind: PictureKind,
    { fileId }: SharePicture,
  ): Promise<SharedContextView | undefined> {
    const settings = await this.orgs.settingsOf(orgId);
    const analysed = settingText(settings, 'VISION_MODEL') !== undefined;
    return this.inConversation(orgId, conversationId, async (repository, contactId, tx) => {
      const files = new FileRepository(tx);
      await requirePicture(files, fileId);
      const sharedAt = this.clock.now();
      const place = placeOf(conversationId, kind);
      const replaced = await files.endUse(place);
      await files.use({ fileId, place, contactId }, sharedAt);
      await files.removeUnused(replaced);
      const analysisState = analysed ? 'pending' : NO_VISION_MODEL;
      await repository.put({ conversationId, kind, location: null, fileId, sharedAt, analysisState });
      if (analysed)
        await this.outbox.add(tx, {
          job: 'analyze-image',
          key: `${place}:${fileId}:${sharedAt.getTime()}`,
          payload: { conversationId, kind, fileId },
          conversationId,
        });
      return repository.find(conversationId, kind);
    });
  }

  /**
   * Takes shared context back, and removes the file of a picture if nothing else uses it. A second time changes nothing.
   *
   * @returns false if the org has no such conversation.
   */
  async takeBack(orgId: string, conversationId: string, kind: SharedKind): Promise<boolean> {
    return this.database.forOrg(orgId, async (tx) => {
      const repository = new SharedContextRepository(tx);
      if ((await repository.contactOf(conversationId)) === undefined) return false;
      await repository.remove(conversationId, kind);
      const files = new FileRepository(tx);
      await files.removeUnused(await files.endUse(placeOf(conversationId, kind)));
      return true;
    });
  }

  private inConversation(
    orgId: string,
    conversationId: string,
    share: (
      repository: SharedContextRepository,
      contactId: string,
      tx: OrgTransaction,
    ) => Promise<SharedRow | undefined>,
  ): Promise<SharedContextView | undefined> {
    return this.database.forOrg(orgId, async (tx) => {
      const repository = new SharedContextRepository(tx);
      const contactId = await repository.contactOf(conversationId);
      if (contactId === undefined) return undefined;
      const row = await share(repository, contactId, tx);
      return row && toView(row);
    });
  }
}

async function requirePicture(files: FileRepository, fileId: string): Promise<void> {
  const file = await files.find(fileId);
  const pointer = '/fileId';
  if (!file)
    throw new MessageRefusedError('not_found', 'UNKNOWN_FILE', `There is no file ${fileId}.`, { pointer });
  if (!file.mediaType.startsWith('image/'))
    throw new MessageRefusedError('invalid', 'NO_PICTURE', `This file is ${file.mediaType}, not a picture.`, {
      pointer,
    });
}

function toView({ kind, sharedAt, location, fileId, analysisState, analysis }: SharedRow): SharedContextView {
  return {
    kind,
    sharedAt: sharedAt.toISOString(),
    location,
    fileId,
    analysis: analysisState === null ? null : { state: analysisState, text: analysis },
  };
}
