import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import {
  addProviderKey,
  keyedProvider,
  keyFingerprint,
  putBackKey,
  type AddProviderKey,
  type ConsoleProviderKeys,
  type PutBackKey,
} from '#contracts/console';
import { OrgModels, type SeenKey } from '#models';
import { LayerToEdit, OrgToEdit } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

const ofProvider = z.object({ provider: keyedProvider, fingerprint: keyFingerprint });

/** Provider keys by their fingerprints: the org's, and for platform admins the deployment's that are not in use. */
@Controller('admin/provider-keys')
export class ProviderKeysController {
  constructor(@Inject(OrgModels) private readonly models: OrgModels) {}

  @Get()
  @Header('cache-control', 'no-store')
  async list(@LayerToEdit() orgId: string | null): Promise<ConsoleProviderKeys> {
    return { items: (await this.models.keys(orgId)).map(toView) };
  }

  /** @returns the fingerprint that identifies the key from now on. */
  @Post()
  async add(
    @CurrentViewer() viewer: Viewer,
    @OrgToEdit() orgId: string,
    @Body({ schema: addProviderKey }) { provider, key }: AddProviderKey,
  ): Promise<{ fingerprint: string }> {
    return { fingerprint: await this.models.addKey(orgId, provider, key, viewer.actor) };
  }

  @Delete(':provider/:fingerprint')
  @HttpCode(204)
  async remove(
    @CurrentViewer() viewer: Viewer,
    @OrgToEdit() orgId: string,
    @Param({ schema: ofProvider }) { provider, fingerprint }: z.infer<typeof ofProvider>,
  ): Promise<void> {
    await this.models.removeKey(orgId, provider, fingerprint, viewer.actor);
  }

  /** Enables a key again: one of the org, or of the deployment if a platform admin picked no org. */
  @Post('put-back')
  @HttpCode(204)
  async putBack(
    @CurrentViewer() viewer: Viewer,
    @LayerToEdit() orgId: string | null,
    @Body({ schema: putBackKey }) key: PutBackKey,
  ): Promise<void> {
    await this.models.putBack(orgId, key, viewer.actor);
  }
}

function toView({
  provider,
  model,
  fingerprint,
  addedAt,
  trouble,
}: SeenKey): ConsoleProviderKeys['items'][number] {
  const isRemoved = trouble !== null && trouble.removedStatus !== null;
  return {
    provider,
    model,
    fingerprint,
    addedAt: addedAt?.toISOString() ?? null,
    state: trouble === null ? 'in_use' : isRemoved ? 'removed' : 'cooldown',
    cooldownMs: trouble === null || isRemoved ? null : Math.ceil(trouble.cooldownMs),
    refusedWith: trouble?.removedStatus ?? null,
    since: trouble?.changedAt.toISOString() ?? null,
  };
}
