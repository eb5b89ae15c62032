import { isIP } from 'node:net';
import { PassThrough } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { AddressGuard } from '../http/address-guard.ts';
import { allowedAmong, CONNECT_TIMEOUT_MS, resolveInTime, type Resolver } from '../http/guarded-agent.ts';
import { OutboundError, OutboundTimeoutError, OutboundUnavailableError } from '../outbound.errors.ts';
import type { MailRoute } from './mail-settings.ts';
import type { ReadMailMessage } from './mail-message.ts';
import { MailNotEncryptedError, MailRejectedError } from './mail.errors.ts';

/** Of silence, at any step of the conversation. */
const SILENCE_TIMEOUT_MS = 10_000;

const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '::1']);

/** How a mail that did not leave has failed. */
export interface SmtpFailure {
  error: OutboundError;
  /** The server may have taken it all the same: the connection broke while or after the text was sent. */
  mayHaveLeft: boolean;
}

/** Hands mail to a server over SMTP, in one connection each. */
export class Smtp {
  constructor(
    private readonly guard: AddressGuard,
    private readonly resolve: Resolver,
  ) {}

  /** @returns undefined when the server has taken the mail. */
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
        // The connection goes to the address that was checked; the certificate is that of the name.
        tls: { servername: isIP(host) ? '' : host },
        ...(route.url.username ? { auth: credentialsOf(route.url) } : {}),
        connectionTimeout: CONNECT_TIMEOUT_MS,
        greetingTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: SILENCE_TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      transport.use('stream', ({ message: text }, done) => {
        // Made when the server has let us in and the text is on its way to it.
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
    // What an org enters must not reach what only the deployment may.
    const [allowed] = allowedAmong(this.guard, { host, port: portOf(url) }, found);
    return allowed.address;
  }

  /** Mail and passwords cross a network in the clear only where an operator has named it. */
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
    // The same mail sent twice has the same id, by which mailboxes tell that.
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
