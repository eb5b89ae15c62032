import { Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { PinoLogger } from 'nestjs-pino';
import { z } from 'zod';
import { CLOCK, type Clock } from '#config';
import { Database } from '#database';
import { ProblemError } from '#http';
import { OrgService, SecretsKeyMissingError, SecretUnreadableError, type Org } from '#identity';
import { ToolRegistry } from '#tools';
import { type PackWebhook, type WebhookContext, type WebhookRequest } from '#pack-kit';
import { webhookBytes, WEBHOOKS_PATH } from './webhook-bytes.ts';

const part = z.string().max(63);
const webhookParams = z.object({ orgSlug: part, pack: part, webhook: part });
type WebhookParams = z.infer<typeof webhookParams>;

/**
 * Webhooks of external services for packs. Callers have no API key: each webhook checks a signature of its own. Only the
 * service may call, so the routes are in the documentation of the packs and not in the OpenAPI document.
 */
@ApiExcludeController()
@Controller(WEBHOOKS_PATH)
export class PackWebhooksController {
  constructor(
    private readonly orgs: OrgService,
    private readonly registry: ToolRegistry,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PinoLogger) private readonly logger: Pick<PinoLogger, 'error'>,
  ) {}

  @Post()
  @HttpCode(200)
  async receive(
    @Param({ schema: webhookParams }) params: WebhookParams,
    @Req() request: FastifyRequest,
  ): Promise<{ received: true }> {
    const { org, webhook } = await this.find(params);
    const context: WebhookContext = {
      org: { id: org.id, slug: org.slug },
      settings: settingsByName(await this.orgs.settingsOf(org.id)),
      clock: this.clock,
    };
    const received: WebhookRequest = {
      headers: headersOf(request),
      body: webhookBytes(request),
      json: request.body,
    };
    if (!this.isSigned(webhook, received, context))
      throw new ProblemError(401, 'wrong-signature', 'The signature of this request is missing or wrong.', {
        headers: { 'www-authenticate': 'Signature' },
      });
    await this.database.forOrg(org.id, (tx) => webhook.receive(tx, received, context));
    return { received: true };
  }

  /** A caller without a valid signature learns nothing about the deployment, such as that its secrets cannot be read. */
  private isSigned(webhook: PackWebhook, received: WebhookRequest, context: WebhookContext): boolean {
    try {
      return webhook.verify(received, context);
    } catch (error) {
      if (!(error instanceof SecretUnreadableError || error instanceof SecretsKeyMissingError)) throw error;
      this.logger.error(
        { err: error, orgId: context.org.id, webhook: webhook.name },
        'the signature of a webhook could not be checked; the request was refused',
      );
      return false;
    }
  }

  /** An unknown org, or one without the pack, gets the answer of an unknown webhook. */
  private async find({
    orgSlug,
    pack,
    webhook: name,
  }: WebhookParams): Promise<{ org: Org; webhook: PackWebhook }> {
    const webhook = this.registry.pack(pack)?.webhooks?.find((known) => known.name === name);
    const org = webhook && (await this.orgs.bySlug(orgSlug));
    if (!webhook || !org?.packs.includes(pack))
      throw new ProblemError(404, 'not-found', 'There is no such webhook.');
    return { org, webhook };
  }
}

/** A pack reads its own settings, whose names this app does not know. */
const settingsByName = (settings: { get(name: never): string | undefined }) => ({
  get: (name: string) => settings.get(name as never),
});

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
