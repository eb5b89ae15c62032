import { actorOf, sentenceOf, targetOf } from './audit-labels.ts';

const ID = '0198c5a2-6f1e-7b3a-9c4d-2f8e1a7b6c5d';

it('names the actor, or explains why there is no name', () => {
  const person = { kind: 'user', userId: ID, name: 'Olga' };
  expect(actorOf({ actor: person })).toBe('Olga');
  expect(actorOf({ actor: { ...person, kind: 'api_key' } })).toBe('Olga by API key');
  expect(actorOf({ actor: { ...person, name: null } })).toBe('a platform admin');
  expect(actorOf({ actor: { ...person, name: null } }, { everybody: true })).toBe(
    'a deleted user (…1a7b6c5d)',
  );
  expect(actorOf({ actor: { kind: 'system', userId: null, name: null } })).toBe('the platform');
});

it('names the target', () => {
  expect(targetOf({ target: 'flag:tool_broker', targetName: null })).toBe('tool_broker');
  expect(targetOf({ target: `user:${ID}`, targetName: 'Petros (p@a.example)' })).toBe('Petros (p@a.example)');
  expect(targetOf({ target: `turn:${ID}`, targetName: null })).toBe('…1a7b6c5d');
});

it('describes an entry in a sentence', () => {
  const entry = { action: 'user.password_link', target: `user:${ID}`, targetName: 'Petros' };
  expect(sentenceOf(entry)).toBe('user password link: Petros');
  expect(sentenceOf({ action: 'queue.drain', target: 'all', targetName: null })).toBe('queue drain');
});
