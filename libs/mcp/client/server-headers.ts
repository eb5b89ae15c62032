/** The place that sealed headers are bound to: copied elsewhere, they do not open. */
export function headersPlace(orgId: string, name: string): string {
  return `${orgId}/mcp_servers/${name}`;
}
