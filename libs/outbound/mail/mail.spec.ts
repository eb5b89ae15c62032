import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { FixedClock } from '#config';
import { describeWith } from '../../../test/harness/services.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { AddressGuard } from '../http/address-guard.ts';
import type { Resolver } from '../http/guarded-agent.ts';
import { Mail } from '../index.ts';
import type { MailMessage } from '#pack-kit';

describeWith('postgres', 'mail', () => {
  const on = suiteDatabase();
  let server: SMTPServer;
  let url: string;
  let orgId: string;
  const received: { from: string; to: string[]; user: string; raw: string }[] = [];
  const signedIn: string[] = [];
  /** The server rejects the next mails with this code, or closes the connection. */
  let refusal: number | 'break' | undefined;
  const clock = new FixedClock(new Date('2026-11-20T10:00:00Z'));

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username = '', password }, _session, done) => {
        signedIn.push(username);
        if (password === 'p@ss') done(null, { user: username });
        else done(new Error('wrong'));
      },
      onData: (stream, session, done) => {
        let raw = '';
        stream.on('data', (chunk: Buffer) => (raw += chunk.toString('utf8')));
        stream.on('end', () => {
          if (refusal === 'break') return server.connections.forEach(({ _socket }) => _socket.destroy());
          if (refusal !== undefined)
            return done(Object.assign(new Error('not now'), { responseCode: refusal }));
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom ? mailFrom.address : '';
          const user = typeof session.user === 'string' ? session.user : '';
          received.push({ from, to: rcptTo.map(({ address }) => address), user, raw });
          done();
        });
      },
    }) as SMTPServer & { connections: Set<{ _socket: { destroy(): void } }> };
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    orgId = randomUUID();
    refusal = undefined;
    received.length = 0;
    signedIn.length = 0;
  });

  afterAll(async () => {
    await new Promise<void>((resolve) => server.close(resolve));
  });

  type Settings = Record<string, string>;
  const reader = (settings: Settings) => ({ get: (name: string) => settings[name] });
  const message: MailMessage = {
    to: ['ann@example.com'],
    subject: 'Your offer',
    text: 'Here it is: عرض',
    idempotencyKey: 'turn:1',
  };
  const send = (
    org: Settings = {},
    deployment: Settings = {},
    change: Partial<MailMessage> = {},
    allow: string[] = [],
    resolve: Resolver = async () => [{ address: '127.0.0.1', family: 4 }],
  ) =>
    new Mail(on.database, clock, reader(deployment), new AddressGuard(allow), resolve)
      .forOrg(orgId, reader(org))
      .send({ ...message, ...change });
  const rows = () =>
    on.database.forOrg(orgId, (tx) =>
      tx.query<{ id: string; state: string; transport: string; error: string | null }>(
        'SELECT * FROM outbox_messages WHERE org_id = $1 ORDER BY created_at, id',
      ),
    );
  const smtp = (more: Settings = {}) => ({
    MAIL_TRANSPORT: 'smtp',
    SMTP_URL: url,
    MAIL_FROM: 'us@example.org',
    ...more,
  });

  it('is stored and not sent by default', async () => {
    const attachments = [{ filename: 'a.txt', contentType: 'text/plain', content: 'hello' }];
    const sent = await send({}, {}, { attachments });
    expect(sent).toMatchObject({ transport: 'outbox', sentAt: null });
    expect(await rows()).toMatchObject([
      {
        id: sent.id,
        state: 'stored',
        recipients: message.to,
        subject: message.subject,
        text: message.text,
        attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: 'aGVsbG8=' }],
      },
    ]);
    expect(received).toEqual([]);
  });

  it('is sent by the deployment’s server, once per key', async () => {
    const withUser = url.replace('//', '//me:p%40ss@');
    const first = await send({}, smtp({ SMTP_URL: withUser }));
    expect(first).toMatchObject({ transport: 'smtp', sentAt: clock.now() });
    expect(await send({}, smtp({ SMTP_URL: withUser }))).toEqual(first);
    expect(received).toMatchObject([{ from: 'us@example.org', to: message.to, user: 'me' }]);
    expect(received[0]?.raw).toContain('Subject: Your offer');
    expect(await rows()).toMatchObject([{ state: 'sent' }]);
    await send({}, smtp({ SMTP_URL: withUser }), { idempotencyKey: 'turn:2' });
    expect(received).toHaveLength(2);
  });

  it('uses the settings of the org before those of the deployment', async () => {
    await send({ MAIL_FROM: 'org@example.org' }, smtp());
    expect(received[0]?.from).toBe('org@example.org');
    expect(await send({ MAIL_TRANSPORT: 'outbox' }, smtp(), { idempotencyKey: '2' })).toMatchObject({
      transport: 'outbox',
    });
  });

  it('is not sent to an org’s private server unless an operator allows it', async () => {
    await expect(send(smtp())).rejects.toMatchObject({
      code: 'OUTBOUND_REFUSED',
      toolErrorClass: 'FORBIDDEN',
    });
    expect(received).toEqual([]);
    await send(smtp(), {}, {}, ['127.0.0.1']);
    expect(received).toHaveLength(1);
  });

  it('uses an allowed address of a server that has others too', async () => {
    const both: Resolver = async () => ['10.9.9.9', '127.0.0.1'].map((address) => ({ address, family: 4 }));
    const named = smtp({ SMTP_URL: url.replace('127.0.0.1', 'mail.test') });
    await send(named, {}, {}, ['127.0.0.0/8'], both);
    expect(received).toHaveLength(1);
  });

  it('is sent encrypted or not at all, unless an operator has named the server', async () => {
    const named = smtp({ SMTP_URL: url.replace('//127.0.0.1', '//me:p%40ss@mail.test') });
    await expect(send({}, named)).rejects.toMatchObject({
      code: 'MAIL_NOT_ENCRYPTED',
      message: expect.stringContaining('HTTP_ALLOW_HOSTS') as string,
    });
    expect(signedIn).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'failed' }]);
    await send({}, named, {}, ['mail.test']);
    expect(received).toMatchObject([{ user: 'me' }]);
    await send({}, smtp({ SMTP_URL: url.replace('127.0.0.1', 'localhost') }), { idempotencyKey: '2' });
    expect(received).toHaveLength(2);
  });

  it('times out if the resolver does not answer', async () => {
    const silent: Resolver = () => new Promise(() => undefined);
    const named = smtp({ SMTP_URL: 'smtps://mail.test' });
    await expect(send({}, named, {}, [], silent)).rejects.toMatchObject({
      toolErrorClass: 'UPSTREAM_UNAVAILABLE',
    });
  });

  it.each([
    [{ MAIL_TRANSPORT: 'disabled' }, ['MAIL_TRANSPORT']],
    [{ MAIL_TRANSPORT: 'pigeon' }, ['MAIL_TRANSPORT']],
    [{ MAIL_TRANSPORT: 'smtp' }, ['SMTP_URL', 'MAIL_FROM']],
    [{ MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtp://x' }, ['MAIL_FROM']],
    [{ MAIL_TRANSPORT: 'smtp', SMTP_URL: 'http://x', MAIL_FROM: 'a@b.c' }, ['SMTP_URL']],
  ])('names the missing settings for %j, and stores nothing', async (settings, missingSettings) => {
    await expect(send(settings as Settings)).rejects.toMatchObject({
      toolErrorClass: 'NOT_CONFIGURED',
      help: { missingSettings },
      message: expect.stringContaining(missingSettings[0] ?? '') as string,
    });
    expect(await rows()).toEqual([]);
  });

  it.each([
    [{ to: [] }, 'to'],
    [{ to: ['no address'] }, 'to.0'],
    [{ subject: 'a\r\nBcc: everybody@example.com' }, 'subject'],
    [{ text: '' }, 'text'],
    [{ replyTo: 'x' }, 'replyTo'],
  ] as [Partial<MailMessage>, string][])('is refused with %j', async (change, field) => {
    await expect(send({}, {}, change)).rejects.toMatchObject({
      toolErrorClass: 'VALIDATION_FAILED',
      message: expect.stringContaining(`${field}:`) as string,
    });
    expect(await rows()).toEqual([]);
  });

  const file = { filename: 'a.txt', contentType: 'text/plain', content: 'x' };
  it.each(
    ['\r\n', '\n', '\r', '\r\n\r\n', '\u0000\n', '\u2028'].flatMap((end) => {
      const [more, address] = [`${end}Bcc: evil@example.com`, `ann@example.com${end}Bcc: evil@example.com`];
      return [
        [{ to: [address] }, {}],
        [{ to: [`"x${more}" <ann@example.com>`] }, {}],
        [{ subject: `Offer${more}` }, {}],
        [{ replyTo: address }, {}],
        [{ attachments: [{ ...file, filename: `a.txt${more}` }] }, {}],
        [{ attachments: [{ ...file, contentType: `text/plain${more}` }] }, {}],
        [{ idempotencyKey: `turn:1${more}` }, {}],
        [{}, { MAIL_FROM: `us@example.org${more}` }],
      ] as [Partial<MailMessage>, Settings][];
    }),
  )('is refused or sent without a header of others for %j %j', async (change, settings) => {
    await send(settings, smtp(), change).catch(() => undefined);
    for (const { raw, to } of received) {
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
      expect(to).toEqual(message.to);
    }
  });

  it.each([
    [550, 'UPSTREAM_REJECTED'],
    [451, 'UPSTREAM_UNAVAILABLE'],
  ])('rejected by the server with %i can be sent again', async (code, toolErrorClass) => {
    refusal = code;
    await expect(send({}, smtp())).rejects.toMatchObject({ toolErrorClass });
    expect(await rows()).toMatchObject([
      { state: 'failed', error: expect.stringContaining(String(code)) as string },
    ]);
    refusal = undefined;
    await send({}, smtp());
    expect(await rows()).toMatchObject([{ state: 'sent', error: null }]);
  });

  it('with an unknown outcome is not sent again', async () => {
    refusal = 'break';
    await expect(send({}, smtp())).rejects.toMatchObject({ code: 'MAIL_OUTCOME_UNKNOWN' });
    refusal = undefined;
    await expect(send({}, smtp())).rejects.toMatchObject({
      code: 'MAIL_OUTCOME_UNKNOWN',
      toolErrorClass: 'CONFLICT',
    });
    expect(received).toEqual([]);
  });

  it('reports a server that does not listen', async () => {
    const nobody = smtp({ SMTP_URL: 'smtp://127.0.0.1:1' });
    await expect(send({}, nobody)).rejects.toMatchObject({ toolErrorClass: 'UPSTREAM_UNAVAILABLE' });
    await expect(send({}, nobody)).rejects.toMatchObject({ toolErrorClass: 'UPSTREAM_UNAVAILABLE' });
  });

  it('is sent once if requested twice at the same time', async () => {
    const both = await Promise.allSettled([send({}, smtp()), send({}, smtp())]);
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(received).toHaveLength(1);
  });
});
