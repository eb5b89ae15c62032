import { execFileSync } from 'node:child_process';
import { loadConfig } from '#config';
import { addedOrgs, welcome } from './welcome.ts';

const config = loadConfig({ EMBEDDED_DATABASE_URL: 'postgres://127.0.0.1/embedded', HOST: '127.0.0.1' });
const demo = {
  apiUrl: 'http://127.0.0.1:3000',
  adminUrl: 'http://127.0.0.1:3001',
  admin: { email: 'admin@demo.example', password: 'secret' },
  people: [],
  orgs: [
    { slug: 'homes', apiKey: 'tp_homes' },
    { slug: 'bakery', apiKey: 'tp_bakery' },
  ],
};
const packs = [
  {
    demo: { slug: 'bakery', contacts: [{ id: 'guest-01', name: 'Mina', language: 'en' }] },
    tools: [{ examples: ["Split Mina's bill of 120 euros between 4 people"] }],
  },
] as unknown as Parameters<typeof addedOrgs>[0];

describe('what a start prints', () => {
  it('names an org that has come since the last start, and how to ask it', () => {
    const added = addedOrgs(packs, demo, { orgs: [demo.orgs[0]!] });
    const said = welcome(demo, config, { added });
    expect(said).toContain('org "bakery"');
    // As a shell reads it.
    const [, command = ''] = said.split('"bakery". Ask it:');
    const shell = command.split('Ctrl-C')[0]!.replace('curl', `printf '%s\\n'`);
    const given = execFileSync('/bin/sh', ['-c', shell]).toString();
    expect(given).toContain('Bearer tp_bakery');
    expect(given).toContain(
      `{"contact":"guest-01","channel":"chat","text":"Split Mina's bill of 120 euros between 4 people"}`,
    );
  });

  it.each([
    ['the very first start', undefined],
    ['a start that has nothing new', demo],
  ])('at %s speaks of no new org', (_title, known) => {
    const said = welcome(demo, config, { added: addedOrgs(packs, demo, known) });
    expect(said).not.toContain('New since');
    expect(said).toContain('Bearer tp_homes');
  });
});
