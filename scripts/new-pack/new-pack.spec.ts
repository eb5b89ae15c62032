import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { platformTools, ToolRegistry } from '#tools';
import { type Pack, type ScenarioSuite, type Tool, type ToolContext } from '#pack-kit';
import { packs } from '../../packs/index.ts';
import { nameProblem, toolNameOf } from './name.ts';
import { nextSteps, skeletonOf } from './skeleton.ts';
import { writeNewFiles } from './write-files.ts';
import { temporaryFolder } from '../../test/harness/temporary-folder.ts';

const ROOT = path.resolve('.');
const NAME = 'specimen';
const REGISTRIES = ['packs/index.ts', 'packs/offline.ts'];
const taken = { packs: ['estio'], orgs: ['maker'], tools: ['cafe_split_bill'] };

describe('the name of a new pack', () => {
  it.each(['bakery', 'shop2'])('may be %s', (name) => expect(nameProblem(name, taken)).toBeUndefined());

  it.each([
    ['Bakery', 'lower-case'],
    ['my-shop', 'lower-case'],
    ['../shop', 'lower-case'],
    ['x', '2 to 30'],
    ['x'.repeat(31), '2 to 30'],
    ['2shop', 'a letter first'],
    ['class', 'means something else'],
    ['agents', 'means something else'],
    ['packs', 'means something else'],
    ['platform', 'means something else'],
    ['estio', 'There is a pack'],
    ['maker', 'There is a demo org'],
    ['cafe', 'There is a tool'],
  ])('is not %s', (name, problem) => expect(nameProblem(name, taken)).toContain(problem));
});

describe('the skeleton', () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];

  /** A project that is ours but for the folder of the packs, in which one more stands. */
  beforeAll(() => {
    for (const file of ['package.json', 'tsconfig.json', '.prettierrc.json'])
      if (existsSync(file)) cpSync(file, path.join(folder, file));
    mkdirSync(path.join(folder, 'packs'));
    const link = (name: string) => symlinkSync(path.join(ROOT, name), path.join(folder, name));
    link('node_modules');
    link('test');
    link('dist');
    link('libs');
    for (const file of REGISTRIES) cpSync(file, path.join(folder, file));
  });

  const files = () => {
    const { files: all } = skeletonOf(NAME);
    return Object.fromEntries(Object.entries(all).filter(([file]) => !file.startsWith('test/')));
  };
  const skeleton = () => ({ ...skeletonOf(NAME), files: files() });

  it('is written whole, registered, and never over what is there', async () => {
    const registries = () => REGISTRIES.map((file) => readFileSync(path.join(folder, file), 'utf8'));
    const before = registries();
    expect(writeNewFiles(folder, skeleton(), true)).toEqual(
      expect.arrayContaining(REGISTRIES.map((file) => `would register it in ${file}`)),
    );
    expect(registries()).toEqual(before);
    expect(existsSync(path.join(folder, 'packs', NAME))).toBe(false);

    expect(writeNewFiles(folder, skeleton(), false)).toContain(`wrote packs/${NAME}/index.ts`);
    const after = registries();
    const [index, offline] = after;
    expect(index).toContain(`import { ${NAME} } from './${NAME}/index.ts';`);
    expect(index).toMatch(new RegExp(`packs: Pack\\[\\] = \\[[^\\]]*\\b${NAME},?\\s*\\]`));
    expect(offline).toContain(`import { ${NAME}Offline } from './${NAME}/offline/index.ts';`);
    expect(offline).toMatch(new RegExp(`offlinePacks: [^=]+ = \\[[^\\]]*\\b${NAME}Offline,?\\s*\\]`));
    expect(() => writeNewFiles(folder, skeleton(), false)).toThrow(/Nothing was written: there is/);
    expect(registries()).toEqual(after);
    expect(nextSteps(NAME)).toContain('docs/write-a-pack.md');
  });

  it.each(REGISTRIES)('refuses %s where it cannot read it, and writes nothing', (broken) => {
    mkdirSync(path.join(other, 'packs'), { recursive: true });
    for (const file of REGISTRIES) cpSync(file, path.join(other, file));
    writeFileSync(path.join(other, broken), 'export const packs = all();\n');
    expect(() => writeNewFiles(other, skeleton(), false)).toThrow(`${broken} has no list of packs`);
    expect(existsSync(path.join(other, 'packs', NAME))).toBe(false);
  });

  it('is formatted', () => {
    const written = path.join(folder, 'formatted');
    for (const [file, text] of Object.entries(skeletonOf(NAME).files)) {
      mkdirSync(path.dirname(path.join(written, file)), { recursive: true });
      writeFileSync(path.join(written, file), text);
    }
    const prettier = path.join(ROOT, 'node_modules/prettier/bin/prettier.cjs');
    const args = [prettier, '--list-different', 'formatted', ...REGISTRIES];
    expect(execFileSync(process.execPath, args, { cwd: folder }).toString()).toBe('');
  });

  it('has the right types', () => {
    const config = {
      extends: './tsconfig.json',
      // What is declared for modules without types counts everywhere, as it does in the tree.
      include: [`packs/${NAME}`, 'libs/**/*.d.ts'],
      compilerOptions: { noEmit: true },
    };
    writeFileSync(path.join(folder, 'tsconfig.check.json'), JSON.stringify(config));
    const compiler = path.join(ROOT, 'node_modules/ts7/bin/tsc');
    expect(
      execFileSync(process.execPath, [compiler, '-p', 'tsconfig.check.json'], { cwd: folder }).toString(),
    ).toBe('');
  });

  it('is a pack that is served, whose tool does and refuses what its scenarios and its examples say', async () => {
    const load = (file: string) =>
      import(path.join(folder, `packs/${NAME}`, file)) as Promise<Record<string, unknown>>;
    const pack = (await load('index.ts'))[NAME] as Pack;
    const { scenarios } = (await load('scenarios/index.ts')) as { scenarios: ScenarioSuite };
    const offline = (await load('offline/index.ts'))[`${NAME}Offline`];
    expect(offline).toMatchObject({ pack: NAME, tools: { [toolNameOf(NAME)]: { fill: expect.anything() } } });
    const registry = new ToolRegistry([...packs, pack], platformTools);
    expect(registry.agent(NAME, 'helper')?.tools.map(({ registered }) => registered.tool.name)).toContain(
      toolNameOf(NAME),
    );
    expect(scenarios).toMatchObject({ pack: NAME, org: pack.demo?.slug });
    const [tool] = pack.tools as [Tool];
    const context = {} as ToolContext;
    for (const { steps } of scenarios.scenarios)
      for (const {
        expect: { calls = [] },
      } of steps)
        for (const call of calls)
          expect(await tool.execute(tool.input.parse(call.arguments), context)).toMatchObject(
            call.data as object,
          );
    await expect(tool.execute(tool.input.parse({ amount: 0.01, people: 9 }), context)).rejects.toMatchObject({
      errorClass: 'VALIDATION_FAILED',
    });
  });
});
