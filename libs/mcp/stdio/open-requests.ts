type Id = string | number;

/** A message of JSON-RPC, as far as it matters here. */
interface Message {
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

/** Requests of the client that were not answered yet. */
export class OpenRequests {
  private readonly ids = new Set<Id>();
  private readonly waiting: (() => void)[] = [];

  /** The client has sent a message: one that it cancels is not answered any more. */
  received({ id, method, params }: Message): void {
    if (method === 'notifications/cancelled')
      this.close((params as { requestId?: unknown } | null)?.requestId);
    else if (typeof method === 'string' && isId(id)) this.ids.add(id);
  }

  /** The client was sent a message. */
  sent({ id, method }: Message): void {
    if (method === undefined) this.close(id);
  }

  /** Resolves when none is open. */
  async answered(): Promise<void> {
    if (this.ids.size > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private close(id: unknown): void {
    if (!isId(id) || !this.ids.delete(id) || this.ids.size > 0) return;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

const isId = (id: unknown): id is Id => typeof id === 'string' || typeof id === 'number';
