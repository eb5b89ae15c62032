import type { JSONRPCMessage, MessageExtraInfo, Transport } from '@modelcontextprotocol/server';

/** What a server of one request talks through: messages in by `deliver`, messages out to `out`. */
export class ExchangeTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;

  /** @param out replaced by {@link Exchange} once the server knows its client. */
  constructor(private out: (message: JSONRPCMessage) => void) {}

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    this.out(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  deliver(message: JSONRPCMessage): void {
    this.onmessage?.(message);
  }

  /** From now on messages go there. */
  redirect(out: (message: JSONRPCMessage) => void): void {
    this.out = out;
  }
}
