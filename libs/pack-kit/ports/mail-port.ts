/** A mail as a tool writes it. */
export interface MailMessage {
  /** Addresses. */
  to: string[];
  /** One line. */
  subject: string;
  text: string;
  html?: string | undefined;
  replyTo?: string | undefined;
  attachments?: { filename: string; contentType: string; content: string | Uint8Array }[];
  /** Identifies the call that sends the mail; the same key is sent once. */
  idempotencyKey: string;
}

/** The result of sending a mail. */
export interface SentMail {
  id: string;
  /** `outbox`: it was stored, and nothing has left the system. */
  transport: 'outbox' | 'smtp';
  /** When the mail server took it; null for the outbox. */
  sentAt: Date | null;
}

/** Mail of one org. */
export interface MailPort {
  /**
   * Returns the transport that a mail would take now. Tools that must not begin what they cannot finish ask for it
   * first.
   *
   * @throws MailNotConfiguredError naming the settings that are missing.
   */
  transport(): SentMail['transport'];
  /**
   * Sends a mail, or stores it, by the org's settings. The same key again gives the first result again.
   *
   * @throws MailNotConfiguredError before anything is written; MailInvalidError; MailRejectedError;
   *   MailOutcomeUnknownError; OutboundRefusedError, OutboundUnavailableError and OutboundTimeoutError of the mail
   *   server. A tool that lets them pass fails with the class that fits.
   */
  send(message: MailMessage): Promise<SentMail>;
}
