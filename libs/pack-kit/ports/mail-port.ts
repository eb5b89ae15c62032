/** A mail to send. */
export interface MailMessage {
  /** E-mail addresses. */
  to: string[];
  /** A single line. */
  subject: string;
  text: string;
  html?: string | undefined;
  replyTo?: string | undefined;
  attachments?: { filename: string; contentType: string; content: string | Uint8Array }[];
  /** Identifies the call that sends the mail. A mail with the same key is sent once. */
  idempotencyKey: string;
}

/** The result of sending a mail. */
export interface SentMail {
  id: string;
  /** `outbox`: the mail was stored only, not sent. */
  transport: 'outbox' | 'smtp';
  /** When the mail server accepted the mail; null for the outbox. */
  sentAt: Date | null;
}

/** Mail of one org. */
export interface MailPort {
  /**
   * Returns the transport for mail sent now. A tool that must not start work without being able to send calls this
   * first.
   *
   * @throws MailNotConfiguredError naming the settings that are missing.
   */
  transport(): SentMail['transport'];
  /**
   * Sends or stores a mail, depending on the org's settings. A repeated key returns the first result.
   *
   * @throws MailNotConfiguredError before anything is written; OutboundError MAIL_INVALID; MailRejectedError;
   *   MailOutcomeUnknownError; OutboundRefusedError, OutboundUnavailableError and OutboundTimeoutError of the mail
   *   server. If a tool does not catch these errors, its call fails with the corresponding error class.
   */
  send(message: MailMessage): Promise<SentMail>;
}
