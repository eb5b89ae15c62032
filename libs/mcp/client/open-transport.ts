import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { McpServerAddress } from '#pack-kit';

/** Sends requests to servers; only to addresses that the deployment allows. */
export interface StreamingHttp {
  stream(url: string | URL, init?: RequestInit): Promise<Response>;
}

export type NamedVariables = (names: readonly string[]) => Record<string, string>;

export interface TransportParts {
  http: StreamingHttp;
  variables: NamedVariables;
  /** Receives each line that a process writes to stderr. */
  tell: (line: string) => void;
}

/**
 * A subclass, so that the SDK negotiates the revision in the same process. For its own class, the SDK starts a second
 * process for the negotiation, which doubles the start time.
 */
class ProcessTransport extends StdioClientTransport {}

/** Opens a transport to the server. A child process gets the variables that its pack names and a default set, such as PATH. */
export function openTransport(
  address: McpServerAddress,
  { http, variables, tell }: TransportParts,
): Transport {
  if ('url' in address) {
    return new StreamableHTTPClientTransport(new URL(address.url), {
      requestInit: { headers: address.headers },
      fetch: (url, init) => http.stream(url, init),
    });
  }
  const { command, args, env, cwd, variables: handedOn = [] } = address;
  const transport = new ProcessTransport({
    command,
    args,
    cwd,
    env: { ...getDefaultEnvironment(), ...variables(handedOn), ...env },
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (chunk: Buffer) => tell(chunk.toString('utf8').trimEnd()));
  return transport;
}
