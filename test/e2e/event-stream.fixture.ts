import { eventually } from '../harness/eventually.ts';
import type { Installation } from '../harness/installation.ts';

export interface StreamedEvent {
  id: string;
  type: string;
  payload: Record<string, unknown>;
}

/** A client of a turn's event stream. */
export class EventReader {
  readonly events: StreamedEvent[] = [];
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  private readonly controller = new AbortController();

  private constructor(response: (signal: AbortSignal) => Promise<Response>) {
    this.ended = this.read(response(this.controller.signal));
    // A disconnect rejects `ended`; only a test that awaits it gets the error.
    this.ended.catch(() => undefined);
  }

  static open(turnpike: Installation, turnId: string, headers: Record<string, string> = {}): EventReader {
    return new EventReader((signal) => turnpike.request(`/v1/turns/${turnId}/events`, { headers, signal }));
  }

  get types(): string[] {
    return this.events.map(({ type }) => type);
  }

  /** Waits until an event of the type has arrived. */
  async until(type: string): Promise<void> {
    await eventually(async () => {
      await Promise.resolve();
      expect(this.types).toContain(type);
    });
  }

  /** Disconnects in the middle of the stream. */
  disconnect(): void {
    this.controller.abort();
  }

  private async read(opening: Promise<Response>): Promise<void> {
    const response = await opening;
    if (response.status !== 200 || !response.body) throw new Error(`The stream answered ${response.status}`);
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of response.body) {
      text += decoder.decode(piece as Uint8Array, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const line = /^data: (.+)$/m.exec(frame)?.[1];
        if (line) this.events.push(JSON.parse(line) as StreamedEvent);
      }
    }
  }
}
