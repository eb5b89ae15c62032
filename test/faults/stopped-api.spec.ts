import { Installation } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { eventually } from '../harness/eventually.ts';
import { ScriptedModel } from './scripted-model.fixture.ts';

describeWith(['postgres', 'redis'], 'an api that is told to stop while callers wait', () => {
  let model: ScriptedModel;
  let turnpike: Installation;

  beforeAll(async () => {
    model = await ScriptedModel.start({ name: 'store_insight', arguments: {} }, 'Noted.');
    turnpike = await Installation.start({ backend: 'redis', env: model.env });
  });

  afterAll(async () => {
    model?.release();
    await turnpike?.stop();
    await model?.stop();
  });

  it('answers accepted requests, ends streams, and exits with 0', async () => {
    model.holding = true;
    const message = {
      contact: 'contact-020',
      channel: 'chat',
      agent: 'qualifier',
      text: 'We want to see the sea.',
    };
    const waited = turnpike.request('/v1/messages?wait=25', {
      method: 'POST',
      body: JSON.stringify(message),
    });
    await eventually(async () => expect(model.requests.length).toBeGreaterThan(0));
    const [turn] = (
      (await (await turnpike.request('/v1/turns?limit=1')).json()) as { items: { id: string }[] }
    ).items;
    const stream = await turnpike.request(`/v1/turns/${turn?.id}/events`);
    const events = (stream.body as ReadableStream<Uint8Array>)
      .pipeThrough(new TextDecoderStream())
      .getReader();
    let received = '';
    while (!received.includes('event: turn.started')) {
      const { done, value } = await events.read();
      expect(done).toBe(false);
      received += value;
    }
    const stopped = turnpike.app('api')?.stop();
    const answer = await waited;
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ turnId: turn?.id });
    while (!(await events.read()).done);
    expect(await stopped).toBe(0);
  });
});
