import { z } from 'zod';

/** Name of a header that is sent with every request to a server, such as an access token. */
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
  /** Must not contain a secret, because everyone who can list servers can read it. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .refine((text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      return url?.username === '' && url.password === '';
    }, 'expected a URL without user name and password; put credentials in a header'),
  headers: z.record(headerName, headerValue).default({}),
});
export type AddMcpServer = z.infer<typeof addMcpServer>;

/** Connection state of a server in one process. */
interface ConsoleMcpServerHealth {
  process: string;
  app: string;
  /** `idle`: the tools are known, and the first call starts the server. */
  state: 'idle' | 'connecting' | 'ready' | 'away';
  tools: string[];
  /** Lost or failed connections since the process started. */
  restarts: number;
  error: string | null;
  since: string;
  seenAt: string;
}

export interface ConsoleMcpServer {
  name: string;
  /** Pack that declares the server; null for the org's own server. */
  pack: string | null;
  url: string | null;
  /** Names only; the values are never returned. */
  headerNames: string[];
  /** Null while the server waits for the approval of an admin. Servers of packs need no approval. */
  approvedAt: string | null;
  /** Tools that are not offered until an admin approves their definition. */
  held: string[];
  health: ConsoleMcpServerHealth[];
}
