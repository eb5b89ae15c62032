import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { acceptMessage } from '#contracts';
import { DatabaseUnavailableError, type Database } from '#database';
import { AuditLog, ContactService, type Org } from '#identity';
import { describeWith } from '../../../test/harness/services.ts';
import { openDatabase } from '../../../test/harness/test-database.ts';
import type { TestOrg } from '../testing/test-org.fixture.ts';
import { useTurns } from '../testing/turns.fixture.ts';
import { AcceptanceUnknownError } from '../turn.errors.ts';
import { Admission } from '../admission/admission.service.ts';
import { MessageIntake } from './message-intake.service.ts';

/** The fate of the next commit: its answer is lost, it never arrives, or its answer is lost and the database stays away. */
type Fate = 'answer lost' | 'lost' | 'answer lost, then away';

describeWith('postgres', 'a message whose commit is interrupted', () => {
  let proxy: Server;
  let fate: Fate | undefined;
  let away = false;
  let intake: MessageIntake;
  let close: () => Promise<void>;

  // Before `useTurns()` drops the database.
  afterAll(async () => {
    await close?.();
    proxy?.close();
  });
  const turnpike = useTurns();
  beforeAll(async () => {
    const target = new URL(turnpike.testDatabase.settings.url);
    proxy = createServer((client) => {
      if (away) return void client.destroy();
      const server = connect(Number(target.port || 5432), target.hostname);
      const both = [client, server];
      for (const socket of both) socket.on('error', () => undefined);
      for (const socket of both) socket.on('close', () => both.forEach((end) => end.destroy()));
      let cut = false;
      client.on('data', (packet) => {
        if (fate === undefined || !packet.includes('COMMIT\0')) return void server.write(packet);
        away = fate === 'answer lost, then away';
        cut = fate !== 'lost';
        fate = undefined;
        if (cut) server.write(packet);
        else client.destroy();
      });
      // The server ends a transaction whose client is gone, so the connection is cut only after the commit.
      server.on('data', (packet) => {
        if (!cut) client.write(packet);
        else if (packet.includes('COMMIT\0')) client.destroy();
      });
      return undefined;
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const through = new URL(target);
    through.port = String((proxy.address() as AddressInfo).port);
    let database: Database;
    ({ database, close } = await openDatabase({ ...turnpike.testDatabase.settings, url: through.href }));
    const { clock, registry, users, queue, fairShare, notifications } = turnpike;
    const http = { guard: { checkUrl: (url: string | URL) => new URL(url) } };
    const admission = new Admission(database, queue, fairShare);
    const contacts = new ContactService(clock);
    const audit = new AuditLog(clock);
    intake = new MessageIntake(
      database,
      clock,
      registry,
      contacts,
      users,
      admission,
      notifications,
      http,
      audit,
    );
  });

  const send = (org: Org) => {
    const message = acceptMessage.parse({ contact: 'ann', channel: 'chat', text: 'Hello' });
    const settings = { get: (name: string) => org.settings[name] };
    return intake.accept({ org, settings, staff: false }, message);
  };
  const turnsOf = async (org: TestOrg) =>
    (await org.queryUnscoped<{ id: string }>('SELECT id FROM turns')).map((turn) => turn.id);

  it('is accepted if only the response to the commit was lost', async () => {
    const org = await turnpike.newOrg();
    fate = 'answer lost';
    const accepted = await send(org);
    expect(accepted).toMatchObject({ state: 'queued', repeated: false });
    expect(await turnsOf(org)).toEqual([accepted.turnId]);
  });

  it('is not accepted if the commit was lost', async () => {
    const org = await turnpike.newOrg();
    fate = 'lost';
    await expect(send(org)).rejects.toThrow(DatabaseUnavailableError);
    expect(await turnsOf(org)).toEqual([]);
  });

  it('has an unknown outcome if the database does not come back', async () => {
    const org = await turnpike.newOrg();
    fate = 'answer lost, then away';
    await expect(send(org)).rejects.toThrow(AcceptanceUnknownError);
    expect(await turnsOf(org)).toHaveLength(1);
    away = false;
  });
});
