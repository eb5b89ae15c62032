import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../test/harness/eventually.ts';

const INSPECTOR_TIMEOUT_MS = 10_000;
/** Delay before the inspector closes, so that the response to the request is sent first. */
const CLOSE_AFTER_MS = 50;
/** The second collection frees objects that the first one finalized. */
const ROUNDS = 2;
/** The collector's threads return pages to the system after a collection has ended. */
const PAGES_GIVEN_BACK_MS = 2_000;

export interface SettledMemory {
  /** Before a garbage collection. */
  rssBytes: number;
  /** After a garbage collection. */
  settledRssBytes: number;
  heapBytes: number;
}

/**
 * Measures the memory of a process with and without garbage. The process listens to `--inspect-port` and collects its
 * garbage on request.
 *
 * @throws Error if its inspector does not open in time.
 */
export async function settledMemory(pid: number, inspectPort: number): Promise<SettledMemory> {
  const rssBytes = rssOf(pid);
  process.kill(pid, 'SIGUSR1');
  const inspector = await Inspector.open(inspectPort);
  try {
    for (let round = 0; round < ROUNDS; round += 1) await inspector.call('HeapProfiler.collectGarbage');
    const { usedSize } = await inspector.call<{ usedSize: number }>('Runtime.getHeapUsage');
    await delay(PAGES_GIVEN_BACK_MS);
    return { rssBytes, settledRssBytes: rssOf(pid), heapBytes: usedSize };
  } finally {
    // The next process opens its own inspector on this port.
    await inspector.call('Runtime.evaluate', {
      expression: `setTimeout(() => process.getBuiltinModule('node:inspector').close(), ${CLOSE_AFTER_MS})`,
    });
    inspector.close();
    await gone(inspectPort);
  }
}

/** Resident memory of a process on this machine. */
export function rssOf(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) * 1_024;
}

/** Sends one request at a time (Chrome DevTools protocol). */
class Inspector {
  private asked = 0;

  private constructor(private readonly socket: WebSocket) {}

  static async open(port: number): Promise<Inspector> {
    const url = await eventually(async () => {
      const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
        webSocketDebuggerUrl: string;
      }[];
      if (!targets[0]) throw new Error('The inspector of the process does not say what it inspects');
      return targets[0].webSocketDebuggerUrl;
    }, INSPECTOR_TIMEOUT_MS);
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return new Inspector(socket);
  }

  call<Result>(method: string, params: object = {}): Promise<Result> {
    this.asked += 1;
    const id = this.asked;
    const answered = new Promise<Result>((resolve) => {
      const listen = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id?: number; result: Result };
        if (answer.id !== id) return;
        this.socket.removeEventListener('message', listen);
        resolve(answer.result);
      };
      this.socket.addEventListener('message', listen);
    });
    this.socket.send(JSON.stringify({ id, method, params }));
    return answered;
  }

  close(): void {
    this.socket.close();
  }
}

async function gone(port: number): Promise<void> {
  await eventually(async () => {
    const isOpen = await fetch(`http://127.0.0.1:${port}/json/list`).then(
      () => true,
      () => false,
    );
    if (isOpen) throw new Error('The inspector of the process does not close');
  }, INSPECTOR_TIMEOUT_MS);
}
