import { eventually } from '../harness/eventually.ts';
import type { Installation } from '../harness/installation.ts';

export interface StreamedEvent {
  id: string;
  type: string;
  payload: Record<string, unknown>;
}

/** A client of an event stream, by default that of a turn. */
export class EventReader<Event extends { type?: string; method?: string } = StreamedEvent> {
  readonly events: Event[] = [];
  readonly opened: Promise<Response>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  private readonly controller = new AbortController();

  constructor(request: (signal: AbortSignal) => Promise<Response>) {
    this.opened = request(this.controller.signal);
    this.ended = this.read();
    // A disconnect rejects `ended`; only a test that awaits it gets the error.
    this.ended.catch(() => undefined);
  }

  static open(turnpike: Installation, turnId: string, headers: Record<string, string> = {}): EventReader {
    return new EventReader((signal) => turnpike.request(`/v1/turns/${turnId}/events`, { headers, signal }));
  }

  get types(): (string | undefined)[] {
    return this.events.map(({ type, method }) => type ?? method);
  }

  /** Waits until an event of the type has arrived. */
  async until(type: string): Promise<void> {
    await eventually(async () => {
      await Promise.resolve();
      expect(this.types).toContain(type);
    });
  }

  disconnect(): void {
    this.controller.abort();
  }

  private async read(): Promise<void> {
    const response = await this.opened;
    if (response.status !== 200 || !response.body) throw new Error(`The stream answered ${response.status}`);
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of response.body) {
      text += decoder.decode(piece as Uint8Array, { stream: true });
      const frames = text.split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const line = /^data: (.+)$/m.exec(frame)?.[1];
        if (line) this.events.push(JSON.parse(line) as Event);
      }
    }
  }
}
