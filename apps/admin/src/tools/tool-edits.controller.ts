import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import {
  importToolOverrides,
  pickedOrg,
  putToolOverride,
  revertToolOverride,
  toolName,
  type ImportToolOverrides,
  type PickedOrg,
  type PutToolOverride,
  type RevertToolOverride,
  type ToolOverridesFile,
} from '#contracts';
import {
  approveToolDefinition,
  toolDefinitionHash,
  type ToolImportAnswer,
  type ToolVersionAnswer,
} from '#contracts/console';
import { ToolDefinitions, ToolOverrides } from '#tools';
import { refuseUnlessAdmin } from '../session/admin-checks.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

/** Edits of tool metadata: of an org by its admins, of the platform by platform admins. */
@Controller('admin/tools')
export class ToolEditsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(ToolOverrides) private readonly overrides: ToolOverrides,
    @Inject(ToolDefinitions) private readonly definitions: ToolDefinitions,
  ) {}

  @Put(':name/override')
  async put(
    @CurrentViewer() viewer: Viewer,
    @Param('name', { schema: toolName }) name: string,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
    @Body({ schema: putToolOverride }) body: PutToolOverride,
  ): Promise<ToolVersionAnswer> {
    const layer = await this.scopes.layerToEdit(viewer, org);
    return { version: await this.overrides.put(layer, name, body, viewer.actor) };
  }

  @Post(':name/revert')
  @HttpCode(200)
  async revert(
    @CurrentViewer() viewer: Viewer,
    @Param('name', { schema: toolName }) name: string,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
    @Body({ schema: revertToolOverride }) body: RevertToolOverride,
  ): Promise<ToolVersionAnswer> {
    const layer = await this.scopes.layerToEdit(viewer, org);
    return { version: await this.overrides.revert(layer, name, body, viewer.actor) };
  }

  @Get('export')
  async export(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
  ): Promise<ToolOverridesFile> {
    const { orgId } = await this.scopes.of(viewer, org);
    return this.overrides.export(orgId, org ?? null);
  }

  @Post('import')
  @HttpCode(200)
  async import(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
    @Body({ schema: importToolOverrides }) body: ImportToolOverrides,
  ): Promise<ToolImportAnswer> {
    const layer = await this.scopes.layerToEdit(viewer, org);
    return { changed: await this.overrides.import(layer, body, viewer.actor) };
  }

  @Post(':name/definitions/:hash/approve')
  @HttpCode(204)
  async approve(
    @CurrentViewer() viewer: Viewer,
    @Param('name', { schema: toolName }) name: string,
    @Param('hash', { schema: toolDefinitionHash }) hash: string,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
    @Body({ schema: approveToolDefinition }) { reason }: { reason: string },
  ): Promise<void> {
    const layer = await this.scopes.layerToEdit(viewer, org);
    await this.definitions.approve(layer, { name, hash }, { actor: viewer.actor, reason });
  }
}
