import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { signIn, type ConsoleSession, type SignIn } from '#contracts/console';
import { SessionService, SignInFailedError, type OpenedSession, type UserView } from '#identity';
import { clearSessionCookie, sessionTokenOf, setSessionCookie } from './session-cookie.ts';
import { ChangesNothing, CurrentViewer, Public } from './session.guard.ts';
import { SessionAudit } from './session-audit.ts';
import { SessionReadModel } from './session.read-model.ts';
import type { Viewer } from './viewer.ts';

@Controller('admin/session')
export class SessionController {
  constructor(
    @Inject(SessionService) private readonly sessions: SessionService,
    @Inject(SessionReadModel) private readonly readModel: SessionReadModel,
    @Inject(SessionAudit) private readonly audit: SessionAudit,
  ) {}

  @Public()
  @Post()
  @HttpCode(200)
  async signIn(
    @Body({ schema: signIn }) body: SignIn,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ session: ConsoleSession }> {
    const { user, ...opened } = await this.opened({ ...body, address: request.ip });
    await this.audit.signedIn(user);
    setSessionCookie(request, reply, opened.token, opened.expiresAt);
    return { session: await this.readModel.view({ user, ...opened }) };
  }

  private async opened(attempt: SignIn & { address: string }): Promise<OpenedSession & { user: UserView }> {
    try {
      return await this.sessions.signIn(attempt);
    } catch (error) {
      if (error instanceof SignInFailedError) await this.audit.failed(error.user, attempt.address);
      throw error;
    }
  }

  @Public()
  @Get()
  async current(@Req() request: FastifyRequest): Promise<{ session: ConsoleSession | null }> {
    const token = sessionTokenOf(request);
    const session = token ? await this.sessions.authenticate(token) : null;
    return { session: session && (await this.readModel.view(session)) };
  }

  @ChangesNothing()
  @Delete()
  @HttpCode(204)
  async signOut(
    @CurrentViewer() viewer: Viewer,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const token = sessionTokenOf(request);
    // An API key has no session to end.
    if (!token) return;
    await this.sessions.signOut(token);
    await this.audit.signedOut(viewer.user);
    clearSessionCookie(reply);
  }
}
