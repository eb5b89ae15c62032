import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { uuid } from '#contracts';
import {
  acceptInvitation,
  consoleInvitationQuery,
  inviteUser,
  openInvitation,
  type AcceptInvitation,
  type ConsoleInvitationQuery,
  type InvitationToAccept,
  type InviteUser,
  type OpenInvitationRequest,
} from '#contracts/console';
import { InvitationService } from '#identity';
import { refuseUnlessAdmin } from '../session/admin-checks.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { LayerToEdit, ScopedQuery, ViewerScope, type Scoped } from '../session/picked-org.ts';
import { CurrentViewer, Public } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { UsersReadModel } from './users.read-model.ts';
import { UserCommands } from './user-commands.ts';

/** Invitations: created and revoked by admins, accepted without a session. Tokens are in bodies, not in addresses. */
@Controller('admin/invitations')
export class InvitationsController {
  constructor(
    @Inject(UsersReadModel) private readonly readModel: UsersReadModel,
    @Inject(UserCommands) private readonly commands: UserCommands,
    @Inject(InvitationService) private readonly invitations: InvitationService,
  ) {}

  @Get()
  async list(
    @ScopedQuery(consoleInvitationQuery, refuseUnlessAdmin)
    { scope, ...page }: Scoped<ConsoleInvitationQuery>,
    @ViewerScope() all: OrgScope,
  ) {
    return this.readModel.invitations(scope, page, all);
  }

  /** Invites into the picked org; a platform admin without one invites into the platform. */
  @Post()
  @Header('cache-control', 'no-store')
  async invite(
    @CurrentViewer() viewer: Viewer,
    @LayerToEdit() orgId: string | null,
    @Body({ schema: inviteUser }) invitation: InviteUser,
  ) {
    return this.commands.invite(viewer, orgId, invitation);
  }

  @Delete(':id')
  @HttpCode(204)
  async takeBack(@CurrentViewer() viewer: Viewer, @Param('id', { schema: uuid }) id: string): Promise<void> {
    refuseUnlessAdmin(viewer);
    await this.commands.takeBack(viewer, id);
  }

  @Public()
  @Post('open')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async open(
    @Body({ schema: openInvitation }) { token }: OpenInvitationRequest,
  ): Promise<InvitationToAccept> {
    const { email, role, orgName, userId, expiresAt } = await this.invitations.open(token);
    return { email, role, resets: userId !== null, org: orgName, expiresAt: expiresAt.toISOString() };
  }

  /** Creates the account, or sets the password. The user signs in afterwards. */
  @Public()
  @Post('accept')
  @HttpCode(204)
  async accept(@Body({ schema: acceptInvitation }) { token, ...account }: AcceptInvitation): Promise<void> {
    await this.invitations.accept(token, account);
  }
}
