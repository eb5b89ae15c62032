import { Body, Controller, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { pickedOrg, type PickedOrg } from '#contracts';
import { playgroundMessage, type PlaygroundMessage, type PlaygroundTurn } from '#contracts/console';
import { OrgService } from '#identity';
import { MessageIntake } from '#turns';
import { notAllowed, orgNeeded } from '../http/problems.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

/** Contacts of this kind are nobody's customers: each person who tries something out has one. */
const PLAYGROUND_CONTACT = 'playground:';

/** Messages that people try out: taken in as the api takes them, and run by the workers. */
@Controller('admin/playground')
export class PlaygroundController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(OrgService) private readonly orgs: OrgService,
    @Inject(MessageIntake) private readonly intake: MessageIntake,
  ) {}

  @Post('messages')
  @HttpCode(202)
  async send(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: pickedOrg }) { org: slug }: PickedOrg,
    @Body({ schema: playgroundMessage }) { conversationId, channel, ...message }: PlaygroundMessage,
  ): Promise<PlaygroundTurn> {
    if (viewer.user.role === 'analyst') throw notAllowed('Analysts read; a message would cause tool calls.');
    const org = await this.orgs.byId(await this.scopes.one(viewer, slug));
    if (!org) throw orgNeeded();
    const sender = { org, settings: await this.orgs.settingsOf(org.id), staff: false };
    const place =
      conversationId === undefined
        ? { contact: `${PLAYGROUND_CONTACT}${viewer.user.id}`, channel, newConversation: true }
        : { conversationId };
    const turn = await this.intake.accept(sender, { ...message, ...place });
    return { turnId: turn.turnId, conversationId: turn.conversationId, traceId: turn.traceId };
  }
}
