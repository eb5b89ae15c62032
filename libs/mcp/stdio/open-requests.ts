type Id = string | number;

/** The fields of a JSON-RPC message that are used here. */
interface Message {
  id?: unknown;
  method?: unknown;
  params?: unknown;
}

/** The answer to this request is sent when the server ends, so the end does not wait for it. */
const UNTIL_THE_END = 'subscriptions/listen';

/** Client requests without an answer. */
export class OpenRequests {
  private readonly ids = new Set<Id>();
  private readonly waiting: (() => void)[] = [];

  /** Records a message from the client; a cancelled request gets no answer and is closed. */
  received({ id, method, params }: Message): void {
    if (method === 'notifications/cancelled')
      this.close((params as { requestId?: unknown } | null)?.requestId);
    else if (typeof method === 'string' && method !== UNTIL_THE_END && isId(id)) this.ids.add(id);
  }

  /** Records a message to the client. */
  sent({ id, method }: Message): void {
    if (method === undefined) this.close(id);
  }

  /** Resolves when no request is open. */
  async answered(): Promise<void> {
    if (this.ids.size > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private close(id: unknown): void {
    if (!isId(id) || !this.ids.delete(id) || this.ids.size > 0) return;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}

const isId = (id: unknown): id is Id => typeof id === 'string' || typeof id === 'number';
