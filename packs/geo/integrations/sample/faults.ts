import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** A fault of the sample server, for tests: an error object, a status, a page, a delay, or no answer. */
export type Fault =
  | { kind: 'error'; code: number; message?: string }
  | { kind: 'status'; status: number }
  | { kind: 'page' }
  | { kind: 'delay'; ms: number }
  | { kind: 'drop' };

/** Faults for the next queries. */
export class Faults {
  private readonly waiting: Fault[] = [];
  private always: Fault | undefined;

  /** Sets a fault for the next `times` queries; for all until {@link clear} when absent. */
  set(fault: Fault, times?: number): void {
    if (times === undefined) this.always = fault;
    else for (let count = times; count > 0; count -= 1) this.waiting.push(fault);
  }

  clear(): void {
    this.waiting.length = 0;
    this.always = undefined;
  }

  next(): Fault | undefined {
    return this.waiting.shift() ?? this.always;
  }
}

/** @returns true when the fault was the whole answer. */
export async function meet(fault: Fault, response: ServerResponse): Promise<boolean> {
  switch (fault.kind) {
    case 'error': {
      const { code, message = 'Switched on for a test.' } = fault;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ error: { code, message, details: [] } }));
      return true;
    }
    case 'status':
      response.writeHead(fault.status).end('Switched on for a test.');
      return true;
    case 'page':
      response.setHeader('content-type', 'text/html');
      response.end('<html><body>Sign in</body></html>');
      return true;
    case 'drop':
      response.destroy();
      return true;
    case 'delay':
      await delay(fault.ms);
      return false;
  }
}
