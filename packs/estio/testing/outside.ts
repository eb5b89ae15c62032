import { type Clock, type HttpPort, type MailPort } from '#pack-kit';
import type { Database } from '#database';
import { Mail, OutboundHttp } from '#outbound';

/** The way out as the apps give it to tools: real mail and real requests, to this machine too. */
export function outside(
  { database, orgId, clock }: { database: Database; orgId: string; clock: Clock },
  settings: ReadonlyMap<string, string>,
): { http: HttpPort & { close(): Promise<void> }; mail: MailPort } {
  const http = new OutboundHttp(['127.0.0.1', '127.0.0.0/8'], clock);
  const mail = new Mail(database, clock, new Map<string, string>(), http.guard);
  return { http, mail: mail.forOrg(orgId, settings) };
}
