import { newId, type Clock } from '#config';
import type { Database } from '#database';
import { ATTRIBUTES, withSpan } from '#telemetry';
import { redactText } from '#text';
import type { AddressGuard } from '../http/address-guard.ts';
import { systemResolver, type Resolver } from '../http/guarded-agent.ts';
import type { MailMessage, MailPort, SentMail } from '#pack-kit';
import { readMailMessage } from './mail-message.ts';
import { mailRoute, type MailSettings } from './mail-settings.ts';
import { MailOutcomeUnknownError } from './mail.errors.ts';
import { findByKey, markFailed, markSent, takeKey, type OutboxEntry } from './outbox.repository.ts';
import { Smtp } from './smtp.ts';

/** Sends mail by the settings of the org: stored in the outbox, sent to a mail server, or disabled. */
export class Mail {
  private readonly smtp: Smtp;

  /** @param deployment `MAIL_TRANSPORT`, `SMTP_URL` and `MAIL_FROM` of the deployment; an org's settings override them. */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly deployment: MailSettings,
    guard: AddressGuard,
    resolve: Resolver = systemResolver,
  ) {
    this.smtp = new Smtp(guard, resolve);
  }

  /** The mail of one org. The settings are read for each mail. */
  forOrg(orgId: string, settings: MailSettings): MailPort {
    return {
      transport: () => mailRoute(settings, this.deployment).transport,
      send: (message) => this.send(orgId, settings, message),
    };
  }

  private async send(orgId: string, settings: MailSettings, given: MailMessage): Promise<SentMail> {
    const route = mailRoute(settings, this.deployment);
    const message = readMailMessage(given);
    const { transport, sender } = route;
    const attributes = { [ATTRIBUTES.orgId]: orgId, 'turnpike.mail.transport': transport };
    return withSpan('mail', { kind: 'http', attributes }, async () => {
      const at = this.clock.now();
      const state = transport === 'outbox' ? 'stored' : 'sending';
      const entry = { id: newId(this.clock), transport, state, sender, at } as const;
      const { taken, earlier } = await this.database.forOrg(orgId, async (tx) => {
        const own = await takeKey(tx, entry, message);
        return { taken: own, earlier: own ? undefined : await findByKey(tx, message.idempotencyKey) };
      });
      if (!taken) return resultOf(earlier);
      if (route.transport === 'outbox') return resultOf(taken);
      const failure = await this.smtp.send(route, message, taken.id);
      if (failure === undefined) {
        const sentAt = this.clock.now();
        await this.database.forOrg(orgId, (tx) => markSent(tx, taken.id, sentAt));
        return { id: taken.id, transport, sentAt };
      }
      // A mail with an unknown outcome stays in `sending`, so that it is not sent again.
      if (!failure.mayHaveLeft)
        await this.database.forOrg(orgId, (tx) =>
          markFailed(tx, taken.id, redactText(failure.error.message)),
        );
      throw failure.mayHaveLeft ? new MailOutcomeUnknownError() : failure.error;
    });
  }
}

function resultOf(entry: OutboxEntry | undefined): SentMail {
  if (!entry || entry.state === 'sending' || entry.state === 'failed') throw new MailOutcomeUnknownError();
  return { id: entry.id, transport: entry.transport, sentAt: entry.sentAt };
}
