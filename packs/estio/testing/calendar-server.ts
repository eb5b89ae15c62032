import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A calendar service that tells when agents are busy: `GET /free-busy?from&to&calendarIds` with a bearer token. */
export class LocalCalendar {
  readonly busy: { calendarId: string; start: string; end: string }[] = [];
  /** Addresses that were asked for. */
  readonly asked: string[] = [];
  refuseWith: number | undefined;

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    readonly url: string,
  ) {}

  static async start(token: string): Promise<LocalCalendar> {
    const server = createServer(({ url = '', headers }, response) => {
      started.asked.push(url);
      const authorised = headers.authorization === `Bearer ${token}`;
      const status = started.refuseWith ?? (authorised ? 200 : 401);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(status === 200 ? { busy: started.busy } : {}));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const started = new LocalCalendar(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return started;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
