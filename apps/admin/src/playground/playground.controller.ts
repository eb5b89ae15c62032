import { Body, Controller, Get, Header, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { uuid, type TurnOverride } from '#contracts';
import {
  PLAYGROUND_CONTACT,
  playgroundMessage,
  type PlaygroundMessage,
  type PlaygroundModels,
  type PlaygroundSteps,
  type PlaygroundTurn,
} from '#contracts/console';
import { ProblemError } from '#http';
import { OrgService } from '#identity';
import { ModelChoices } from '#models';
import { MessageIntake } from '#turns';
import { missing, orgNeeded } from '../http/problems.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { PickedOrgScope, ViewerScope } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { findSteps } from './playground-steps.read-model.ts';

/** Playground messages. They are accepted like API messages and run by workers. */
@Controller('admin/playground')
export class PlaygroundController {
  constructor(
    @Inject(OrgService) private readonly orgs: OrgService,
    @Inject(MessageIntake) private readonly intake: MessageIntake,
    @Inject(ModelChoices) private readonly models: ModelChoices,
  ) {}

  /** The models that a playground message of the org can use, and the obstacle for each other model. */
  @Get('models')
  @Header('cache-control', 'no-store')
  async choices(@PickedOrgScope() { orgId }: OrgScope<string>): Promise<PlaygroundModels> {
    const choices = await this.models.of(orgId);
    return { items: choices.map(({ model, ...rest }) => ({ ...rest, name: model })) };
  }

  /** Steps of a turn so far: offered tools with reasons, calls and programs. */
  @Get('turns/:turnId/steps')
  @Header('cache-control', 'no-store')
  async progress(
    @ViewerScope() scope: OrgScope,
    @Param('turnId', { schema: uuid }) turnId: string,
  ): Promise<PlaygroundSteps> {
    const found = (await findSteps(scope, turnId)) ?? missing('There is no such turn.');
    scope.requireTexts(found.orgId, 'Arguments and results contain user text');
    return found.steps;
  }

  @Post('messages')
  @HttpCode(202)
  async send(
    @CurrentViewer() viewer: Viewer,
    @PickedOrgScope() { orgId }: OrgScope<string>,
    @Body({ schema: playgroundMessage }) body: PlaygroundMessage,
  ): Promise<PlaygroundTurn> {
    const org = await this.orgs.byId(orgId);
    if (!org) throw orgNeeded();
    const {
      conversationId,
      channel,
      override,
      authorKind = viewer.staff ? 'staff' : 'contact',
      ...message
    } = body;
    if (override?.model !== undefined) await this.checkModel(org.id, override.model);
    const { id: userId, role } = viewer.user;
    const contact = `${PLAYGROUND_CONTACT}${userId}`;
    const sender = {
      org,
      settings: await this.orgs.settingsOf(org.id),
      staff: viewer.staff,
      role,
      signedIn: { userId, contactId: contact },
      tries: { actor: viewer.actor, override },
    };
    const place =
      conversationId === undefined ? { contact, channel, newConversation: true } : { conversationId };
    const author = authorKind === 'staff' ? { kind: authorKind, user: userId } : { kind: authorKind };
    const turn = await this.intake.accept(sender, { ...message, ...place, author });
    return { turnId: turn.turnId, conversationId: turn.conversationId, traceId: turn.traceId };
  }

  private async checkModel(orgId: string, wanted: NonNullable<TurnOverride['model']>): Promise<void> {
    const found = (await this.models.of(orgId)).find(({ model }) => model === wanted);
    if (found?.obstacle === null) return;
    const why = found ? `cannot be used: ${found.obstacle}` : 'is not a model of the org';
    throw new ProblemError(422, 'model-not-allowed', `${wanted} ${why}.`, {
      errors: [{ pointer: '/override/model', detail: 'expected a model that the org can use' }],
    });
  }
}
