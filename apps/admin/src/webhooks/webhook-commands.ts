import { Inject, Injectable } from '@nestjs/common';
import type { ConsoleWebhookSecret } from '#contracts';
import { Database, type OrgTransaction } from '#database';
import { AuditLog } from '#identity';
import { Webhooks, WebhookSecrets, type SigningSecrets } from '#outbound';
import { refuseUnlessAdmin } from '../session/admin-checks.ts';
import type { Viewer } from '../session/viewer.ts';

/** Actions of admins on webhooks; each is recorded in the audit log. */
@Injectable()
export class WebhookCommands {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(AuditLog) private readonly audit: AuditLog,
    @Inject(Webhooks) private readonly webhooks: Webhooks,
    @Inject(WebhookSecrets) private readonly secrets: WebhookSecrets,
  ) {}

  /** @throws ProblemError 403 for a viewer who is not an admin; NotReplayableError for a pending delivery. */
  async replay(viewer: Viewer, delivery: { id: string; orgId: string; state: string }): Promise<void> {
    refuseUnlessAdmin(viewer, 'Only admins of the org can resend webhooks.');
    await this.database.forOrg(delivery.orgId, async (tx) => {
      await this.webhooks.replay(tx, delivery.id);
      await this.recordReplay(tx, viewer, delivery);
    });
  }

  /** For callers that have checked the role. @returns the key of the sending outbox task. @throws NotReplayableError */
  async sendFailedAgain(tx: OrgTransaction, viewer: Viewer, id: string): Promise<string> {
    const key = await this.webhooks.replay(tx, id, { onlyFailed: true });
    await this.recordReplay(tx, viewer, { id, state: 'failed' });
    return key;
  }

  private async recordReplay(
    tx: OrgTransaction,
    viewer: Viewer,
    delivery: { id: string; state: string },
  ): Promise<void> {
    await this.audit.record(tx, {
      actor: viewer.actor,
      action: 'webhook.replay',
      target: `webhook_delivery:${delivery.id}`,
      before: { state: delivery.state },
      after: { state: 'pending' },
    });
  }

  /** Shows the org's secret; creates it if there is none. @throws ProblemError 403; SecretsKeyMissingError. */
  showSecret(viewer: Viewer, orgId: string): Promise<ConsoleWebhookSecret> {
    return this.withSecret(viewer, orgId, 'webhook_secret.show', (tx) => this.secrets.of(tx));
  }

  /** Creates a new secret; the old one also signs for 24 h. @throws ProblemError 403; SecretsKeyMissingError. */
  rotateSecret(viewer: Viewer, orgId: string): Promise<ConsoleWebhookSecret> {
    return this.withSecret(viewer, orgId, 'webhook_secret.rotate', (tx) => this.secrets.rotate(tx));
  }

  private withSecret(
    viewer: Viewer,
    orgId: string,
    action: string,
    work: (tx: OrgTransaction) => Promise<SigningSecrets>,
  ): Promise<ConsoleWebhookSecret> {
    refuseUnlessAdmin(viewer, 'Only admins of the org can see and change its webhook secret.');
    return this.database.forOrg(orgId, async (tx) => {
      const { current, previousUntil } = await work(tx);
      await this.audit.record(tx, { actor: viewer.actor, action, target: 'webhook_secret' });
      return { secret: current, previousUntil: previousUntil?.toISOString() ?? null };
    });
  }
}
