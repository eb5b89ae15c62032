import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that stores the texts of the mails it accepts. */
export class MailReceiver {
  readonly texts: string[] = [];
  private readonly server: SMTPServer;

  /** @param taken called with each mail before the sender gets its response; the sender waits for `done` */
  private constructor(taken: (done: () => void) => void) {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
        stream.on('end', () => {
          this.texts.push(text);
          taken(done);
        });
      },
    });
    // Killed senders leave their connections open.
    this.server.on('error', () => undefined);
  }

  static async start(taken: (done: () => void) => void = (done) => done()): Promise<MailReceiver> {
    const receiver = new MailReceiver(taken);
    receiver.server.listen(0, '127.0.0.1');
    await once(receiver.server.server, 'listening');
    return receiver;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}
