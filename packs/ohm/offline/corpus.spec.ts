// Plays each message of `corpus.tsv` for one round, without a database.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OfflineModel, offlineHintsOf } from '#offline-model';
import type { ModelMessage } from '#models';
import { platformTools, ToolRegistry } from '#tools';
import { offlineRequest } from '../../../libs/offline-model/testing/corpus.fixture.ts';
import { ohm } from '../index.ts';
import { agentFor } from './choose-agent.ts';
import { ohmOffline } from './index.ts';

/** Columns of the corpus. */
interface Row {
  id: string;
  language: string;
  agent: string;
  text: string;
  /**
   * `declines` and `answers` mean no call. Otherwise the calls of the first round (tool, kind of artifact, path), then
   * those of the next one.
   */
  expect: string;
  /** A part of the reply. */
  says: string;
  /** Kinds of artifacts that the project has. */
  artifacts: string;
  /** Earlier messages of the person. */
  said: string;
}

const file = path.join(process.cwd(), 'packs/ohm/offline/corpus.tsv');
const [head = [], ...lines] = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));
const rows = lines.map(
  (line) => Object.fromEntries(head.map((name, at) => [name, line[at] ?? ''])) as unknown as Row,
);
const listIn = (text: string, separator: string) => text.split(separator).filter((one) => one !== '');
const registry = new ToolRegistry([ohm], platformTools);
const model = new OfflineModel(offlineHintsOf(registry, [ohmOffline]));

async function answer({ text, said, artifacts, language }: Row) {
  const { agent } = agentFor({ text, language });
  const messages: ModelMessage[] = [
    ...listIn(said, ' | ').flatMap((one) => [
      { role: 'user' as const, text: one },
      { role: 'assistant' as const, text: 'All right.', toolCalls: [] },
    ]),
    { role: 'user', text },
  ];
  const place = { registry, pack: 'ohm', caller: 'contact' } as const;
  const has = Object.fromEntries(listIn(artifacts, ' ').map((kind) => [kind, 1]));
  const { text: reply, toolCalls: calls } = await model.generate(
    offlineRequest(place, agent, messages, { artifacts: has }),
  );
  return { agent, reply, calls };
}

async function wrong(one: Row): Promise<string[]> {
  const { agent, reply, calls } = await answer(one);
  const called = calls.map(({ name, arguments: { artifact_type: kind, file_path: file } }) =>
    [name, kind, file].filter((part) => part !== undefined).join(' '),
  );
  const wanted = ['declines', 'answers'].includes(one.expect) ? '' : one.expect;
  const problems: string[] = [];
  if (agent !== one.agent) problems.push(`agent ${agent}`);
  if (called.join('; ') !== wanted) problems.push(`calls ${called.join('; ') || 'nothing'}`);
  if (!reply.includes(one.says)) problems.push(`says “${reply}”`);
  if (calls.length === 0 && reply.trim() === '') problems.push('says nothing');
  return problems.length === 0 ? [] : [`${one.id} “${one.text}”: ${problems.join('; ')}`];
}

it('answers or declines each message as the corpus says', async () => {
  const failing = await Promise.all(rows.map(wrong));
  expect(failing.flat().join('\n')).toBe('');
});

it('has no duplicate message, and enough of each kind', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.filter(({ expect: wanted }) => wanted === 'declines').length).toBeGreaterThanOrEqual(15);
  expect(rows.filter(({ language }) => language === 'ar').length).toBeGreaterThanOrEqual(10);
});
