import { Insight, InsightService, OfflineEmbedder } from '#memory';
import { Mail } from '#outbound';
import type { OrgTransaction } from '#pack-kit';
import { ANCHOR, suiteOrg, type PackOrg } from '../../testing/pack-org.fixture.ts';
import { estio } from '../index.ts';
import { estioOffline } from '../offline/index.ts';

const NINE_HOURS_MS = 9 * 3_600_000;

/** The mails in the outbox. */
interface QueuedMail {
  key: string;
  recipients: string[];
  subject: string;
  text: string;
  attachments: { content: string }[];
}

/** A freshly seeded agency at nine o'clock. Staff call the tools, and rules answer model tasks. */
export const agencyOrg = (options?: { per?: 'suite' | 'test' }) =>
  suiteOrg(
    {
      pack: estio,
      offline: estioOffline,
      entities: [Insight],
      clockAt: new Date(ANCHOR.getTime() + NINE_HOURS_MS),
      extend: agency,
    },
    options,
  );

export type Agency = ReturnType<typeof agencyOrg>;

function agency({ database, orgId, clock, settings, http, inOrg }: PackOrg) {
  const memory = new InsightService(database, new OfflineEmbedder(), clock);
  const mail = new Mail(database, clock, new Map<string, string>(), http.guard).forOrg(orgId, settings);
  const sql = <Row = Record<string, unknown>>(text: string, parameters?: unknown[]) =>
    inOrg((tx) => tx.query<Row>(text, parameters));
  const hasContact = async (tx: OrgTransaction, id: string) =>
    (await tx.query('SELECT 1 FROM estio_contacts WHERE org_id = $1 AND id = $2 FOR SHARE', [id])).length > 0;
  return {
    embed: (text: string) => memory.embed(orgId, text),
    context: () => ({
      caller: { kind: 'staff' as const, userId: 'agent-01' },
      memory,
      mail,
      contactExists: (id: string) => inOrg((tx) => hasContact(tx, id)),
      lockContact: hasContact,
    }),
    extra: {
      memory,
      /** Runs a statement of constant text whose `$1` is the org. */
      sql,
      mails: () =>
        sql<QueuedMail>(
          'SELECT key, recipients, subject, text, attachments FROM outbox_messages WHERE org_id = $1',
        ),
      async documentText(id: string) {
        const [file] = await sql<{ content: Buffer; mediaType: string }>(
          `SELECT c.content, f.media_type AS "mediaType"
             FROM files f JOIN file_contents c ON c.org_id = f.org_id AND c.sha256 = f.sha256
            WHERE f.org_id = $1 AND f.id = $2`,
          [id],
        );
        return { text: file!.content.toString('latin1'), mediaType: file!.mediaType };
      },
    },
  };
}

type Run = (args: Record<string, unknown>) => Promise<unknown>;
/** A call that fails, by default because its arguments do not match the schema. */
type Refused = [args: Record<string, unknown>, errorClass?: string, message?: RegExp];

const refusal = (run: Run, [args, errorClass = 'VALIDATION_FAILED', message = /./]: Refused) =>
  expect(run(args)).rejects.toMatchObject({ errorClass, message: expect.stringMatching(message) });

/** Registers a test per call that fails. */
export function itRefuses(run: Run, cases: Refused[]): void {
  it.each(cases)('refuses %j', (...refused) => refusal(run, refused));
}

/** Expects each call to fail with the error class and a message that matches the pattern. */
export async function refusals(run: Run, cases: Refused[]): Promise<void> {
  await Promise.all(cases.map((refused) => refusal(run, refused)));
}
