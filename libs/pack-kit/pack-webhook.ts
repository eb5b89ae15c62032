import type { Clock } from './ports/clock.ts';
import type { OrgTransaction } from './ports/org-transaction.ts';

/** What an outside service posts. Names of headers are in lower case; `body` are the bytes as they came. */
export interface WebhookRequest {
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The body, parsed. */
  json: unknown;
}

export interface WebhookContext {
  org: { id: string; slug: string };
  /** The org's settings over the deployment's. */
  settings: { get(name: string): string | undefined };
  clock: Clock;
}

/** What an outside service tells the pack, at `POST /webhooks/{orgSlug}/{pack}/{name}` on the api. */
export interface PackWebhook {
  /** Last part of the path: lower-case letters, digits and hyphens. */
  name: string;
  description: string;
  /**
   * Whether the request comes from whom it says: a signature over `body` with a secret of the org's settings, compared
   * in constant time. False, also without a secret: the answer is 401, and nothing is stored. No I/O.
   */
  verify(request: WebhookRequest, context: WebhookContext): boolean;
  /**
   * Takes it in, in one transaction. Services post again what they got no answer to, so the same request may come twice
   * and late.
   *
   * @throws ToolError VALIDATION_FAILED (422) for what cannot be read; NOT_FOUND (404), which services may try again.
   */
  receive(tx: OrgTransaction, request: WebhookRequest, context: WebhookContext): Promise<void>;
}
