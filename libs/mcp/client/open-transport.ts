import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { McpServerAddress } from '#pack-kit';

/** Requests to servers by their address; only to what the deployment allows. */
export interface StreamingHttp {
  stream(url: string | URL, init?: RequestInit): Promise<Response>;
}

/** Variables of the deployment by their names. */
export type NamedVariables = (names: readonly string[]) => Record<string, string>;

export interface TransportParts {
  http: StreamingHttp;
  variables: NamedVariables;
  /** Told each line that a process writes to stderr. */
  tell: (line: string) => void;
}

/**
 * Asked for its revision in place: for the SDK's own class the question goes to a process beside it, which is ended again,
 * and a server so takes twice as long to start. It is a subclass that the SDK does this for.
 */
class ProcessTransport extends StdioClientTransport {}

/** A way to the server. A child process gets the variables that its pack names, and of ours only where programs are. */
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
