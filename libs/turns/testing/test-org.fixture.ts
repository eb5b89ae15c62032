import type { AcceptMessage, ConversationEvent, TurnEvent, UserRole } from '#contracts';
import type { OrgTransaction } from '#database';
import { conversationPlace, orgPlace } from '#flags';
import type { Org } from '#identity';
import type { ArtifactKind } from '#pack-kit';
import { platformArtifactKinds } from '#tools';
import { eventually } from '../../../test/harness/eventually.ts';
import type { SpeaksAs } from '../accept/resolve-author.ts';
import type { TurnsFixture, TurnsParts } from './turns.fixture.ts';

type Statement = [sql: string, values?: unknown[]];

interface TurnRow {
  state: string;
  admission: string;
  run: number;
  starts: number;
  seq: number;
  error_class: string | null;
  error_message: string | null;
  lease_token: string | null;
  prompt_tokens: number;
  started_at: Date | null;
  finished_at: Date | null;
  waited_ms: number;
  caller_kind: string;
  caller_user_id: string | null;
}

interface EventRow {
  seq: number;
  type: string;
  payload: Record<string, unknown>;
}

/** True for an event that is stored, unlike those of the live text. */
export const isStored = ({ type }: { type: string }): boolean => !type.startsWith('text.');

/** The text of the turn as a reader of these events shows it. */
export function textOf(events: readonly ConversationEvent[], turnId: string): string {
  return events
    .filter((event) => event.turnId === turnId)
    .reduce((shown, { type, payload }) => {
      if (type === 'text.reset') return '';
      return type === 'text.delta' ? shown + String(payload.text) : shown;
    }, '');
}

/** An org with the actions that tests perform on it. */
export type TestOrg = Org & ReturnType<typeof actionsIn>;

export function testOrg(turnpike: TurnsParts, org: Org): TestOrg {
  return { ...org, ...actionsIn(turnpike, org) };
}

/** A {@link TestOrg} that is a new org in each test. */
export type OrgOfTest = TestOrg & {
  /** Replaces the org of the running test by a new one with these settings. */
  replace(settings: Record<string, string>): Promise<void>;
};

/** A new org for each test of the suite that calls this function. */
export function useOrg(turnpike: TurnsFixture, settings: Record<string, string> = {}): OrgOfTest {
  const org = {} as OrgOfTest;
  org.replace = async (others) => void Object.assign(org, await turnpike.newOrg(others));
  beforeEach(() => org.replace(settings));
  return org;
}

function actionsIn(turnpike: TurnsParts, org: Org) {
  /** Statements in one transaction; {@link query} and the like are transactions of their own. */
  const transact = <Result>(work: (tx: OrgTransaction) => Promise<Result>) =>
    turnpike.database.forOrg(org.id, work);
  const query = <Row = Record<string, unknown>>(...statement: Statement) =>
    transact((tx) => tx.query<Row>(...statement));

  /** Sends a message. It is from the contact `ann` on the channel `chat`, unless it names others. */
  const send = (message: Partial<AcceptMessage> = {}, key?: string, by: SpeaksAs = { staff: false }) => {
    const to = message.conversationId ? {} : { contact: 'ann', channel: 'chat' };
    const settings = { get: (name: string) => org.settings[name] };
    return turnpike.intake.accept({ org, settings, ...by }, { text: 'Hello', ...to, ...message }, key);
  };
  /** Adds the user Mia, unless the org has her. */
  const addMia = (role: UserRole = 'member') =>
    turnpike.users.ensure({ orgId: org.id, email: null, handle: 'mia', name: 'Mia', role });
  /** Runs the turn once, as a new worker does. */
  const run = (turnId: string, lastAttempt = false) => turnpike.newRunner().run(org.id, turnId, lastAttempt);
  const turn = (turnId: string) => turnpike.turns.find(org.id, turnId);
  const row = async (turnId: string) => {
    const [found] = await query<TurnRow>('SELECT * FROM turns WHERE org_id = $1 AND id = $2', [turnId]);
    if (!found) throw new Error(`There is no turn ${turnId}`);
    return found;
  };
  const events = (turnId: string) =>
    query<EventRow>(
      'SELECT seq, type, payload FROM turn_events WHERE org_id = $1 AND turn_id = $2 ORDER BY seq',
      [turnId],
    );

  return {
    transact,
    query,
    queryUnscoped: <Row = Record<string, unknown>>(...statement: Statement) =>
      transact((tx) => tx.queryUnscoped<Row>(...statement)),
    execute: (...statement: Statement) => transact((tx) => tx.execute(...statement)),
    executeUnscoped: (...statement: Statement) => transact((tx) => tx.executeUnscoped(...statement)),
    /** @returns the number of the org's rows in `table`. */
    count: async (table: string) => {
      const [row] = await query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table} WHERE org_id = $1`,
      );
      return row?.count;
    },
    send,
    run,
    /** Works as {@link send}, and runs the turn as the last attempt. */
    say: async (...message: Parameters<typeof send>) => {
      const sent = await send(...message);
      await run(sent.turnId, true);
      return sent;
    },
    cancel: (turnId: string) => turnpike.control.cancel(org.id, turnId),
    retry: (turnId: string) => turnpike.control.retry(org.id, turnId, { kind: 'user', userId: null }),
    expireLease: (turnId: string, seconds = 60) =>
      transact((tx) =>
        tx.execute(
          `UPDATE turns SET lease_until = clock_timestamp() - $3 * interval '1 second' WHERE org_id = $1 AND id = $2`,
          [turnId, seconds],
        ),
      ),
    /** The turn as the api shows it. */
    turn,
    replyTo: async (turnId: string) => (await turn(turnId))?.reply?.text,
    row,
    untilState: (turnId: string, state: string) =>
      eventually(async () => expect((await row(turnId)).state).toBe(state)),
    events,
    /** Reads the turn in the background, from its beginning to its end. */
    read: (turnId: string) => {
      const events: TurnEvent[] = [];
      const ended = (async () => {
        const told = turnpike.events.follow(org.id, turnId, 0, new AbortController().signal);
        for await (const event of told) events.push(event);
      })();
      return { events, ended };
    },
    eventTypes: async (turnId: string) => (await events(turnId)).map(({ type }) => type),
    addMia,
    pendingApprovals: async () =>
      (await turnpike.approvals.page(org.id, { limit: 50, state: 'pending' })).items,
    /** Decides an approval as Mia. */
    decide: async (approvalId: string, decision: 'approve' | 'refuse', comment?: string) => {
      const given = { decision, ...(comment !== undefined && { comment }) };
      return turnpike.approvals.decide(org.id, approvalId, given, await addMia(), 'api_key');
    },
    /** Writes a version of an artifact outside of turns. */
    writeArtifact: (conversationId: string, kind: ArtifactKind, content: string) =>
      transact((tx) =>
        turnpike.ports.artifacts.write(
          tx,
          {
            conversationId,
            kinds: [kind, ...platformArtifactKinds],
            author: { kind: 'system' },
            announce: true,
          },
          { kind: kind.kind, content },
        ),
      ),
    /** Sets a flag for the org, or for one of its conversations, and waits until this process has loaded it. */
    setFlag: async (key: string, value: boolean | string, conversationId?: string) => {
      const place =
        conversationId === undefined ? orgPlace('org', org.id) : conversationPlace(org.id, conversationId);
      await transact(async (tx) => {
        const before = await turnpike.rules.hold(tx, key, place);
        await turnpike.rules.write(tx, key, place, { ...before, value: String(value) });
      });
      await turnpike.flagStore.refresh();
    },
  };
}
