import { Inject, Injectable } from '@nestjs/common';
import { FileService } from '#artifacts';
import { CLOCK, type Clock } from '#config';
import { Database, type OrgTransaction } from '#database';
import { OrgService } from '#identity';
import { ModelCalls, ModelError, ModelPicture, ModelRegistry } from '#models';
import { lookAtPicture, visionModelOf } from './look-at-picture.ts';
import type { SharedKind } from './shared-context.entity.ts';
import { SharedContextRepository } from './shared-context.repository.ts';
import { NO_VISION_MODEL } from './shared-context.service.ts';

export interface PictureToAnalyse {
  conversationId: string;
  kind: Exclude<SharedKind, 'location'>;
  fileId: string;
}

/** Lets the org's vision model look at the pictures that contacts share. */
@Injectable()
export class ImageAnalysis {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(OrgService) private readonly orgs: Pick<OrgService, 'settingsOf'>,
    private readonly files: FileService,
    private readonly calls: ModelCalls,
    private readonly registry: ModelRegistry,
  ) {}

  /**
   * Analyses a picture that is still shared, and stores the result. A permanent error becomes the state of the picture.
   *
   * @throws ModelError for a transient error: worth another attempt.
   */
  async analyse(orgId: string, picture: PictureToAnalyse, signal: AbortSignal): Promise<void> {
    if (!(await this.isShared(orgId, picture))) return;
    const settings = await this.orgs.settingsOf(orgId);
    const model = visionModelOf(orgId, settings, this.registry);
    const opened = await this.files.open(orgId, picture.fileId);
    if (!opened) return;
    const { file, content } = opened;
    const seen = model
      ? await this.look(
          orgId,
          picture,
          model,
          new ModelPicture(file.name, file.mediaType, file.sha256, content),
          signal,
        )
      : { state: NO_VISION_MODEL, text: null };
    await this.database.forOrg(orgId, (tx) =>
      new SharedContextRepository(tx).keepAnalysis(
        picture,
        { ...seen, model: model ?? null },
        this.clock.now(),
      ),
    );
  }

  /** Ends the analysis of a picture whose task is dead. */
  markDead(tx: OrgTransaction, picture: PictureToAnalyse, reason: string): Promise<void> {
    return new SharedContextRepository(tx).endDeadAnalysis(picture, `FAILED: ${reason}`, this.clock.now());
  }

  /** A contact who took the picture back, or shared another one, does not want a model to see it. */
  private async isShared(
    orgId: string,
    { conversationId, kind, fileId }: PictureToAnalyse,
  ): Promise<boolean> {
    const row = await this.database.forOrgAtOnce(orgId, (tx) =>
      new SharedContextRepository(tx).find(conversationId, kind),
    );
    return row?.fileId === fileId;
  }

  private async look(
    orgId: string,
    { conversationId }: PictureToAnalyse,
    model: string,
    picture: ModelPicture,
    signal: AbortSignal,
  ): Promise<{ state: string; text: string | null }> {
    try {
      const ports = { calls: this.calls, modelRegistry: this.registry };
      const now = this.clock.now();
      const text = await lookAtPicture(ports, { orgId, conversationId, model, picture, now, signal });
      return { state: 'ready', text };
    } catch (error) {
      if (error instanceof ModelError && error.retry === 'fail')
        return { state: `FAILED: ${error.code}`, text: null };
      throw error;
    }
  }
}
