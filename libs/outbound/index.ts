export { untilAborted } from './http/until-aborted.ts';
export { eventLimit, limitedAnswer, MAX_WHOLE_BYTES } from './http/limited-answer.ts';
export { OutboundHttp } from './http/outbound-http.ts';
export {
  errorClassOfStatus,
  OutboundContentError,
  OutboundError,
  OutboundHttpError,
  OutboundRefusedError,
  OutboundTooLargeError,
  OutboundUnavailableError,
} from './outbound.errors.ts';
export { readBody } from './http/read-body.ts';
export { retryAfterMs } from './http/retry-after.ts';
export { removeFinishedDeliveries, removeOldMail } from './finished-outbound.repository.ts';
export { OutboundModule } from './outbound.module.ts';
export type { AddressGuard } from './http/address-guard.ts';
export {
  resealWebhookSecrets,
  WebhookSecrets,
  type SecretSealer,
  type SigningSecrets,
} from './webhooks/webhook-secrets.ts';
export { WebhookSender } from './webhooks/webhook-sender.ts';
export { NotReplayableError, Webhooks, type WebhookTurn } from './webhooks/webhooks.ts';
export { Mail } from './mail/mail.ts';
export { MailOutcomeUnknownError } from './mail/mail.errors.ts';
export { callThrough, Circuit, type CallOutcome, type CircuitState } from './circuit.ts';
