import { isIP } from 'node:net';
import { PassThrough } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { AddressGuard } from '../http/address-guard.ts';
import { allowedAmong, CONNECT_TIMEOUT_MS, resolveInTime, type Resolver } from '../http/guarded-agent.ts';
import { OutboundError, OutboundTimeoutError, OutboundUnavailableError } from '../outbound.errors.ts';
import type { MailRoute } from './mail-settings.ts';
import type { ReadMailMessage } from './mail-message.ts';
import { MailNotEncryptedError, MailRejectedError } from './mail.errors.ts';

/** Timeout for the server's reply at any step of the session. */
const SILENCE_TIMEOUT_MS = 10_000;

const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '::1']);

/** The failure of a mail. */
export interface SmtpFailure {
  error: OutboundError;
  /** True if the server may have accepted the mail: the connection broke during or after the transfer of the text. */
  mayHaveLeft: boolean;
}

/** Sends mail to a server over SMTP, with one connection per mail. */
export class Smtp {
  constructor(
    private readonly guard: AddressGuard,
    private readonly resolve: Resolver,
  ) {}

  /** @returns undefined if the server accepted the mail. */
  async send(
    route: Extract<MailRoute, { transport: 'smtp' }>,
    message: ReadMailMessage,
    id: string,
  ): Promise<SmtpFailure | undefined> {
    const host = route.url.hostname.replace(/^\[|\]$/g, '');
    let handedOver = false;
    try {
      const address = await this.addressOf(route, host);
      const secure = route.url.protocol === 'smtps:';
      const transport = createTransport({
        host: address,
        port: portOf(route.url),
        secure,
        requireTLS: !secure && !this.mayGoUnencrypted(host, portOf(route.url), address),
        // Connect to the checked address, but verify the certificate for the host name.
        tls: { servername: isIP(host) ? '' : host },
        ...(route.url.username ? { auth: credentialsOf(route.url) } : {}),
        connectionTimeout: CONNECT_TIMEOUT_MS,
        greetingTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: SILENCE_TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      transport.use('stream', ({ message: text }, done) => {
        // Set after the server has accepted the session and the transfer of the text has started.
        text.transform(() => {
          handedOver = true;
          return new PassThrough();
        });
        done();
      });
      await transport.sendMail(mailOf(message, route.sender, id));
      return undefined;
    } catch (error) {
      return failureOf(host, error, handedOver);
    }
  }

  private async addressOf(
    { ownServer, url }: Extract<MailRoute, { transport: 'smtp' }>,
    host: string,
  ): Promise<string> {
    const found = isIP(host)
      ? [{ address: host, family: isIP(host) }]
      : await resolveInTime(this.resolve, host);
    const [first] = found;
    if (ownServer && first) return first.address;
    // A server configured by an org must not be at an address that only the deployment may use.
    const [allowed] = allowedAmong(this.guard, { host, port: portOf(url) }, found);
    return allowed.address;
  }

  /** Unencrypted mail and passwords are allowed only for hosts that an operator has allowed. */
  private mayGoUnencrypted(host: string, port: number, address: string): boolean {
    return THIS_MACHINE.has(host) || this.guard.isListed(host, port, address);
  }
}

function mailOf(message: ReadMailMessage, sender: string, id: string) {
  const { to, subject, text, html, replyTo, attachments } = message;
  const files = attachments.map(({ content, ...file }) => ({
    ...file,
    content: typeof content === 'string' ? content : Buffer.from(content),
  }));
  return {
    from: sender,
    to,
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    ...(replyTo === undefined ? {} : { replyTo }),
    attachments: files,
    // A mail that is sent twice has the same id, so that mailboxes can detect the duplicate.
    messageId: `<${id}@turnpike>`,
  };
}

function portOf(url: URL): number {
  return url.port ? Number(url.port) : url.protocol === 'smtps:' ? 465 : 587;
}

function credentialsOf(url: URL) {
  return { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
}

function failureOf(host: string, thrown: unknown, mayHaveLeft: boolean): SmtpFailure {
  if (thrown instanceof OutboundError) return { error: thrown, mayHaveLeft: false };
  const { code, responseCode } = thrown as {
    code?: string;
    responseCode?: number;
  };
  if (code === 'ETLS') return { error: new MailNotEncryptedError(host, thrown), mayHaveLeft: false };
  if (responseCode !== undefined)
    return { error: new MailRejectedError(host, responseCode, thrown), mayHaveLeft: false };
  const error =
    code === 'ETIMEDOUT'
      ? new OutboundTimeoutError(host, SILENCE_TIMEOUT_MS)
      : new OutboundUnavailableError(host, thrown);
  return { error, mayHaveLeft };
}
