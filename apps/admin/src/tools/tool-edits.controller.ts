import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import {
  importToolOverrides,
  putToolOverride,
  revertToolOverride,
  toolName,
  type ImportToolOverrides,
  type PutToolOverride,
  type RevertToolOverride,
} from '#contracts';
import {
  approveToolDefinition,
  toolDefinitionHash,
  type ToolImportAnswer,
  type ToolVersionAnswer,
} from '#contracts/console';
import { ToolDefinitions, ToolOverrides } from '#tools';
import type { OrgScope } from '../session/org-scope.ts';
import { LayerToEdit, PickedScope } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

/** Edits of tool metadata: of an org by its admins, of the platform by platform admins. */
@Controller('admin/tools')
export class ToolEditsController {
  constructor(
    @Inject(ToolOverrides) private readonly overrides: ToolOverrides,
    @Inject(ToolDefinitions) private readonly definitions: ToolDefinitions,
  ) {}

  @Put(':name/override')
  async put(
    @CurrentViewer() viewer: Viewer,
    @Param('name', { schema: toolName }) name: string,
    @LayerToEdit() layer: string | null,
    @Body({ schema: putToolOverride }) body: PutToolOverride,
  ): Promise<ToolVersionAnswer> {
    return { version: await this.overrides.put(layer, name, body, viewer.actor) };
  }

  @Post(':name/revert')
  @HttpCode(200)
  async revert(
    @CurrentViewer() viewer: Viewer,
    @Param('name', { schema: toolName }) name: string,
    @LayerToEdit() layer: string | null,
    @Body({ schema: revertToolOverride }) body: RevertToolOverride,
  ): Promise<ToolVersionAnswer> {
    return { version: await this.overrides.revert(layer, name, body, viewer.actor) };
  }

  @Get('export')
  async export(@PickedScope() { orgId }: OrgScope, @Query('org') slug: string | null = null) {
    return this.overrides.export(orgId, slug);
  }

  @Post('import')
  @HttpCode(200)
  async import(
    @CurrentViewer() viewer: Viewer,
    @LayerToEdit() layer: string | null,
    @Body({ schema: importToolOverrides }) body: ImportToolOverrides,
  ): Promise<ToolImportAnswer> {
    return { changed: await this.overrides.import(layer, body, viewer.actor) };
  }

  @Post(':name/definitions/:hash/approve')
  @HttpCode(204)
  async approve(
    @CurrentViewer() viewer: Viewer,
    @Param('name', { schema: toolName }) name: string,
    @Param('hash', { schema: toolDefinitionHash }) hash: string,
    @LayerToEdit() layer: string | null,
    @Body({ schema: approveToolDefinition }) { reason }: { reason: string },
  ): Promise<void> {
    await this.definitions.approve(layer, { name, hash }, { actor: viewer.actor, reason });
  }
}
