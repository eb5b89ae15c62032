/** Of HTTP: where a message ends, to whom it goes and how long the connection lives. */
const OF_HTTP = [
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** Of the protocol, which says another value in each session or request. */
const OF_PROTOCOL = ['last-event-id', 'mcp-method', 'mcp-name', 'mcp-protocol-version', 'mcp-session-id'];
const OF_CONNECTION = new Set([...OF_HTTP, ...OF_PROTOCOL]);

/** True for a header that the client sets itself: another value would break the connection, or be replaced unsaid. */
export function isOfConnection(name: string): boolean {
  return OF_CONNECTION.has(name.toLowerCase());
}

/** The place that sealed headers are bound to: copied elsewhere, they do not open. */
export function headersPlace(orgId: string, name: string): string {
  return `${orgId}/mcp_servers/${name}`;
}
