import type { Clock } from './ports/clock.ts';
import type { OrgTransaction } from './ports/org-transaction.ts';

/** A webhook request of an outside service. Header names are in lower case; `body` holds the unmodified bytes. */
export interface WebhookRequest {
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The parsed body. */
  json: unknown;
}

export interface WebhookContext {
  org: { id: string; slug: string };
  /** Settings of the org; they override those of the deployment. */
  settings: { get(name: string): string | undefined };
  clock: Clock;
}

/** Receives webhooks of an outside service at `POST /webhooks/{orgSlug}/{pack}/{name}` of the api. */
export interface PackWebhook {
  /** Last part of the path: lower-case letters, digits and hyphens. */
  name: string;
  description: string;
  /**
   * Checks the signature over `body` with a secret from the org's settings, in constant time. When it returns false, as it
   * must without a secret, the api answers 401 and stores nothing. Must not do I/O.
   */
  verify(request: WebhookRequest, context: WebhookContext): boolean;
  /**
   * Processes the request in one transaction. Services repeat requests that got no answer, so the same request can arrive
   * twice and late.
   *
   * @throws ToolError VALIDATION_FAILED (422) for an unreadable request; NOT_FOUND (404), after which services can retry.
   */
  receive(tx: OrgTransaction, request: WebhookRequest, context: WebhookContext): Promise<void>;
}
