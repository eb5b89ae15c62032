import { Body, Controller, Get, Header, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { uuid } from '#contracts';
import {
  changeUser,
  consoleUserQuery,
  type ChangeUser,
  type ConsoleUser,
  type ConsoleUserQuery,
} from '#contracts/console';
import { notFound } from '../http/problems.ts';
import { refuseUnlessAdmin } from '../session/admin-checks.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { UsersReadModel } from './users.read-model.ts';
import { UserCommands } from './user-commands.ts';

/** Users who can sign in: of an org for its admins, all for platform admins. */
@Controller('admin/users')
export class UsersController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(UsersReadModel) private readonly readModel: UsersReadModel,
    @Inject(UserCommands) private readonly commands: UserCommands,
  ) {}

  @Get()
  async page(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: consoleUserQuery }) { org, ...query }: ConsoleUserQuery,
  ) {
    refuseUnlessAdmin(viewer);
    return this.readModel.users(await this.scopes.of(viewer, org), query);
  }

  @Patch(':id')
  async change(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: changeUser }) change: ChangeUser,
  ) {
    refuseUnlessAdmin(viewer);
    await this.commands.change(viewer, await this.one(viewer, id), change);
    return this.one(viewer, id);
  }

  /** The token of the link is only in this answer. */
  @Post(':id/password-link')
  @Header('cache-control', 'no-store')
  async passwordLink(@CurrentViewer() viewer: Viewer, @Param('id', { schema: uuid }) id: string) {
    refuseUnlessAdmin(viewer);
    return this.commands.passwordLink(viewer, await this.one(viewer, id));
  }

  private async one(viewer: Viewer, id: string): Promise<ConsoleUser> {
    const user = await this.readModel.user(await this.scopes.of(viewer), id);
    if (!user) throw notFound('There is no such user.');
    return user;
  }
}
