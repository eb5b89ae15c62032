import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadConfig } from '#config';

/** Set by `npm start` for its own processes. */
const INTERNAL = ['EMBEDDED_DATABASE_URL'];

const settings = [
  ...(/z\.object\(\{(.*?)\n\}\);/s.exec(readFileSync('libs/config/config.ts', 'utf8'))?.[1] ?? '').matchAll(
    /^ {2}([A-Z][A-Z0-9_]+)[:,]/gm,
  ),
].map((match) => match[1] ?? '');

describe('documents', () => {
  it('docs/configuration.md and .env.example name every setting', () => {
    expect(settings.length).toBeGreaterThan(10);
    const rows = [
      ...readFileSync('docs/configuration.md', 'utf8').matchAll(/^\| `([A-Z][A-Z0-9_]+)` /gm),
    ].map((match) => match[1]);
    expect(rows.toSorted()).toEqual(settings.toSorted());
    const example = [...readFileSync('.env.example', 'utf8').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(
      (match) => match[1],
    );
    expect(example.filter((name) => name !== 'POSTGRES_PASSWORD').toSorted()).toEqual(
      settings.filter((name) => !INTERNAL.includes(name)).toSorted(),
    );
  });

  it('.env.example as it stands changes nothing', () => {
    const empty = Object.fromEntries(settings.map((name) => [name, '']));
    const url = 'postgres://localhost/turnpike';
    const plain = (variables: Record<string, string>): unknown =>
      JSON.parse(JSON.stringify(loadConfig(variables)));
    expect(plain({ ...empty, DATABASE_URL: url })).toEqual(plain({ DATABASE_URL: url }));
  });

  it.each(globSync(['*.md', 'docs/**/*.md', 'bench/*/README.md']))(
    'the links of %s lead somewhere',
    (file) => {
      for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
        expect([target, existsSync(path.resolve(path.dirname(file), target))]).toEqual([target, true]);
      }
    },
  );
});
