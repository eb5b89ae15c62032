import { createServer, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { needsOf } from '../e2e/api.fixture.ts';
import { backends, Installation } from '../harness/installation.ts';
import { eventually } from '../harness/eventually.ts';
import { describeWith } from '../harness/services.ts';

/** A model that calls `store_insight` first and answers in text then; it can be told to hold that answer back. */
class ScriptedModel {
  readonly requests: { messages: { role: string }[] }[] = [];
  private readonly held: (() => void)[] = [];
  holding = false;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedModel> {
    const server = createServer();
    const model = new ScriptedModel(server);
    server.on('request', (request, response: ServerResponse) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => model.receive(JSON.parse(Buffer.concat(parts).toString('utf8')), response));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  release(): void {
    this.holding = false;
    for (const answer of this.held.splice(0)) answer();
  }

  async stop(): Promise<void> {
    this.release();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private receive(request: { messages: { role: string }[] }, response: ServerResponse): void {
    this.requests.push(request);
    const answer = () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(this.answerTo(request));
    };
    if (this.holding && request.messages.some((message) => message.role === 'tool')) this.held.push(answer);
    else answer();
  }

  private answerTo(request: { messages: { role: string }[] }): string {
    const lastUser = request.messages.findLastIndex((message) => message.role === 'user');
    const toolHasRun = request.messages.slice(lastUser).some((message) => message.role === 'tool');
    const delta = toolHasRun
      ? { role: 'assistant', content: 'I have noted it.' }
      : {
          role: 'assistant',
          tool_calls: [
            {
              index: 0,
              id: 'call_1',
              type: 'function',
              function: {
                name: 'store_insight',
                arguments: JSON.stringify({ text: 'Needs a garden for two dogs', category: 'preference' }),
              },
            },
          ],
        };
    const frame = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm' };
    const chunks = [
      { ...frame, choices: [{ index: 0, delta, finish_reason: null }] },
      { ...frame, choices: [{ index: 0, delta: {}, finish_reason: toolHasRun ? 'stop' : 'tool_calls' }] },
      { ...frame, choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } },
    ];
    return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
  }
}

/** From the death of a worker to the end of the turn that it had. */
const TAKEOVER_MS = 10_000;

describe.each(backends)('a worker that is killed in the middle of a turn (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let model: ScriptedModel;
    let turnpike: Installation;
    let database: Client;

    beforeAll(async () => {
      model = await ScriptedModel.start();
      turnpike = await Installation.start({
        backend,
        env: { MODEL_PROVIDER: 'openai', OPENAI_API_KEY: 'test', OPENAI_BASE_URL: model.url },
      });
      database = new Client({ connectionString: turnpike.database.url });
      await database.connect();
    }, 120_000);

    afterAll(async () => {
      await database?.end();
      await turnpike?.stop();
      await model?.stop();
    }, 60_000);

    it('is replaced: the turn ends once, its tool ran once, a finished model call is not asked for again', async () => {
      // The first call goes through, the second one is held: the tool has run by then.
      model.holding = true;
      const response = await turnpike.request('/v1/messages', {
        method: 'POST',
        body: JSON.stringify({
          contact: 'contact-020',
          channel: 'chat',
          agent: 'qualifier',
          text: 'We have two dogs.',
        }),
      });
      const { turnId } = (await response.json()) as { turnId: string };
      await eventually(async () => {
        const { rows } = await database.query('SELECT 1 FROM tool_calls WHERE turn_id = $1', [turnId]);
        expect(rows).toHaveLength(1);
      });
      // The second one is there already when the first one, which has the turn, dies.
      const [worker] = turnpike.workers;
      await turnpike.addWorker();
      const killedAt = performance.now();
      await worker?.kill();
      model.release();

      const turn = await eventually(async () => {
        const read = (await (await turnpike.request(`/v1/turns/${turnId}`)).json()) as {
          state: string;
          reply: { text: string };
        };
        expect(read.state).toBe('completed');
        return read;
      }, 30_000);
      expect(performance.now() - killedAt).toBeLessThan(TAKEOVER_MS);
      expect(turn.reply.text).toBe('I have noted it.');
      const insights = await database.query(
        `SELECT 1 FROM insights WHERE text = 'Needs a garden for two dogs'`,
      );
      expect(insights.rows).toHaveLength(1);
      const effects = await database.query('SELECT state FROM tool_effects WHERE turn_id = $1', [turnId]);
      expect(effects.rows).toEqual([{ state: 'done' }]);
      const replies = await database.query(
        `SELECT 1 FROM messages WHERE turn_id = $1 AND role = 'assistant'`,
        [turnId],
      );
      expect(replies.rows).toHaveLength(1);
      const first = model.requests.filter(
        (request) => !request.messages.some((message) => message.role === 'tool'),
      );
      expect(first).toHaveLength(1);
    }, 90_000);
  });
});
