import type { Changes } from '#queue';
import type { Exchange } from './exchange.ts';
import { sessionGone } from './json-rpc-refusal.ts';
import type { McpSessionRepository } from './mcp-session.repository.ts';

/** Running requests of this process. Delivers client messages to them, received by any process. */
export class RunningExchanges {
  /** Exchanges with their org id. */
  private readonly running = new Map<Exchange, string>();
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly sessions: McpSessionRepository,
    private readonly changes: Changes,
  ) {}

  start(): void {
    this.unsubscribe = this.changes.subscribe('mcp', async () => {
      await this.takeMessages();
      await this.endOrphans();
    });
  }

  async close(): Promise<void> {
    this.unsubscribe?.();
    await Promise.all([...this.running.keys()].map((exchange) => exchange.close()));
    this.running.clear();
  }

  add(exchange: Exchange, orgId: string): void {
    this.running.set(exchange, orgId);
  }

  remove(exchange: Exchange): void {
    this.running.delete(exchange);
  }

  private async takeMessages(): Promise<void> {
    const inSessions = [...this.running.keys()].filter(({ sessionId }) => sessionId !== undefined);
    if (inSessions.length === 0) return;
    const messages = await this.sessions.take(
      [...new Set(inSessions.flatMap(({ sessionId }) => sessionId ?? []))],
      inSessions.flatMap(({ targets }) => targets),
    );
    for (const { sessionId, target, message } of messages) {
      const exchange = inSessions.find(
        (each) => each.sessionId === sessionId && each.targets.includes(target),
      );
      exchange?.deliver(message);
    }
  }

  /** Ends requests whose session has ended, because the client can no longer answer server requests. */
  private async endOrphans(): Promise<void> {
    const orgs = new Set<string>();
    const ids = new Set<string>();
    for (const [{ sessionId }, orgId] of this.running) {
      if (sessionId === undefined) continue;
      orgs.add(orgId);
      ids.add(sessionId);
    }
    if (ids.size === 0) return;
    // Exchanges that start during the query are not in `ids`, so they are kept.
    for (const living of await this.sessions.living([...orgs], [...ids])) ids.delete(living);
    for (const exchange of this.running.keys())
      if (exchange.sessionId && ids.has(exchange.sessionId)) exchange.end(sessionGone);
  }
}
