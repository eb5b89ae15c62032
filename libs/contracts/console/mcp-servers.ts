import { z } from 'zod';

/** A header that a server is sent with every request, such as its token. */
const headerName = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'expected the name of a header');
const headerValue = z
  .string()
  .max(4_000)
  .regex(/^[\t\x20-\x7e]+$/, 'expected text without line breaks');

export const mcpServerName = z
  .string()
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'expected snake_case')
  .max(40);

export const addMcpServer = z.strictObject({
  name: mcpServerName,
  /** Not the place for a secret: everybody who sees the servers sees it. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .refine((text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      return url?.username === '' && url.password === '';
    }, 'expected an address without user name and password: what opens the server belongs into a header'),
  headers: z.record(headerName, headerValue).default({}),
});
export type AddMcpServer = z.infer<typeof addMcpServer>;

/** How one process gets on with a server. */
interface ConsoleMcpServerHealth {
  process: string;
  app: string;
  /** `idle`: its tools are known, and it is started by the first call of one. */
  state: 'idle' | 'connecting' | 'ready' | 'away';
  tools: string[];
  restarts: number;
  error: string | null;
  since: string;
  seenAt: string;
}

export interface ConsoleMcpServer {
  name: string;
  /** Of the pack that names it; null for the org's own. */
  pack: string | null;
  url: string | null;
  /** Their values are shown to nobody. */
  headerNames: string[];
  /** Null for one that waits for an admin; a pack's own needs nobody. */
  approvedAt: string | null;
  health: ConsoleMcpServerHealth[];
}
