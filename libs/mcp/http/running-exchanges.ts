import type { Changes } from '#queue';
import type { Exchange } from './exchange.ts';
import type { McpSessionRepository } from './mcp-session.repository.ts';

/** The requests that run in this process, for the messages that are for them, wherever those came in. */
export class RunningExchanges {
  private readonly running = new Set<Exchange>();
  private unsubscribe: (() => void) | undefined;

  constructor(
    private readonly sessions: McpSessionRepository,
    private readonly changes: Changes,
  ) {}

  start(): void {
    this.unsubscribe = this.changes.subscribe('mcp', () => this.takeMessages());
  }

  /** Ends all that runs. */
  async close(): Promise<void> {
    this.unsubscribe?.();
    await Promise.all([...this.running].map((exchange) => exchange.close()));
    this.running.clear();
  }

  add(exchange: Exchange): void {
    this.running.add(exchange);
  }

  remove(exchange: Exchange): void {
    this.running.delete(exchange);
  }

  private async takeMessages(): Promise<void> {
    const inSessions = [...this.running].filter(({ sessionId }) => sessionId !== undefined);
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
}
