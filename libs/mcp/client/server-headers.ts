import { phraseList } from '#text';

/** HTTP headers for framing, routing and the life of the connection. */
const HTTP_HEADERS = phraseList(
  `connection, content-encoding, content-length, content-type, expect, host, keep-alive, proxy-connection,
   te, trailer, transfer-encoding, upgrade`,
);
/** MCP headers, whose value the client sets per session or request. */
const PROTOCOL_HEADERS = phraseList(
  'last-event-id, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id',
);
const CONNECTION_HEADERS = new Set([...HTTP_HEADERS, ...PROTOCOL_HEADERS]);

/** True for a header that the client sets: another value would break the connection or be replaced silently. */
export function isConnectionHeader(name: string): boolean {
  return CONNECTION_HEADERS.has(name.toLowerCase());
}

/** Binds encrypted headers to their row: copied elsewhere, they cannot be decrypted. */
export function headersPlace(orgId: string, name: string): string {
  return `${orgId}/mcp_servers/${name}`;
}
