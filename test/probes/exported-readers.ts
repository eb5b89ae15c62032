import { readFileSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import ts from 'typescript';

type Arguments = (text: string) => unknown;
type Module = Record<string, (...given: unknown[]) => unknown>;

/** First parameters that hold a text, in whole or in words. */
const TEXT = /^string(?: \| (?:undefined|null))*$/;
const WORDS = /^(?:words|tokens|texts)$/;
const words: Arguments = (text) => text.split(/\s+/);

/** Arguments by the name of a parameter, or by its type. */
const ARGUMENTS: Record<string, Arguments> = {
  string: (text) => text,
  'string | undefined': (text) => text,
  'string | null': (text) => text,
  'string | null | undefined': (text) => text,
  'Buffer | string': (text) => text,
  'readonly string[]': words,
  'ReadonlySet<string>': (text) => new Set(text.split(/\s+/)),
  number: () => 100,
  boolean: () => true,
  Date: () => new Date(0),
  'Temporal.PlainDate': () => Temporal.PlainDate.from('2026-01-01'),
  timezone: () => 'UTC',
  timeZone: () => 'UTC',
  Wording: () => 'en',
  heading: () => 'Overview',
  MoneyFill: () => ({ bound: 'max', lone: true }),
  DatetimeOptions: () => ({ now: new Date(0), timezone: 'UTC', format: 'date-time', needsTime: true }),
  NumberSlots: () => [],
  phrase: () => ['budget'],
  phrases: () => ['budget'],
  '{ start: number; end: number }': () => ({ start: 0, end: 1 }),
  'readonly Stretch[]': () => [{ start: 0, end: 1 }],
  'readonly IntentSpec[]': (text) => [{ name: 'any', keywords: { en: [text], ar: ['سعر'] } }],
  'keyof typeof WORDS': () => 'value',
  FontName: () => 'Helvetica',
  LayerName: () => 'sales',
  Field: () => 1,
  Value: () => 0,
  'readonly Technology[]': () => [],
  'readonly Thing[]': (text) => [{ name: text }],
  StartRun: (text) => ({ code: text, otherTools: [] }),
  'Focus | undefined': () => undefined,
  'Record<string, unknown>': () => ({}),
  'Readonly<Record<string, string>>': () => ({}),
  '(name: string) => string | undefined': () => (name: string) => name,
  '(code: string) => boolean': () => () => true,
};

/** First parameters that name what the platform knows, by name. They come from no message, document or answer. */
const NAMES = new Set(
  'id orgId contactId conversationId turnId messageId callerId componentId tool channel model provider part keyword'.split(
    ' ',
  ),
);

/** Exported functions that are not run, with the reasons. */
const LEFT_OUT = new Map(
  Object.entries({
    'ask the database, a service or the system':
      'requireSessions suggestConversations suggestContacts googleClient threadCpuMs promptOf',
    'slow on purpose, for passwords of limited length': 'hashPassword passwordMatches',
    'write measurements': 'withSpan recordSpan exportPart standardSpan recordToolBreakerChange',
    'write statements of SQL': 'shiftedKey fromAndWhere',
    'run the schema that they are given, on a header': 'readHeader',
    'look up the name of a tool': 'cycleFrom deprecationDepth',
    'write a text, and take one of the parts from the code': 'interimText costOfInaction toMarkdown',
  }).flatMap(([reason, functions]) => functions.split(' ').map((name) => [name, reason])),
);

export interface ExportedReaders {
  readers: [name: string, read: (text: string) => unknown][];
  /** Functions that are in no list and need an argument that {@link ARGUMENTS} lacks. */
  unlisted: string[];
  /** Names of {@link LEFT_OUT} that no file exports. */
  stale: string[];
}

/** The exported functions of `files` that take a text or its words first. */
export function exportedReaders(files: readonly string[]): ExportedReaders {
  const readers: ExportedReaders['readers'] = [];
  const unlisted: string[] = [];
  const unseen = new Set(LEFT_OUT.keys());
  for (const { file, name, parameters } of files.flatMap(exportedFunctions)) {
    unseen.delete(name);
    const [first] = parameters;
    if (!first || LEFT_OUT.has(name) || NAMES.has(first.name)) continue;
    if (!TEXT.test(first.type) && !(WORDS.test(first.name) && first.type === 'readonly string[]')) continue;
    const given = parameters.map(
      (one) => (one === first ? undefined : ARGUMENTS[one.name]) ?? ARGUMENTS[one.type],
    );
    if (given.includes(undefined))
      unlisted.push(`${file}: ${name}(${parameters.map(({ type }) => type).join(', ')})`);
    readers.push([
      `${file}: ${name}`,
      async (text) => {
        const module = (await import(`../../${file.replace(/ts$/, 'js')}`)) as Module;
        return module[name]!(...given.map((one) => one?.(text)));
      },
    ]);
  }
  return { readers, unlisted, stale: [...unseen] };
}

/** Exported functions with the parameters that a call must give. */
function exportedFunctions(file: string) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const exported = source.statements.filter(
    (one) =>
      ts.canHaveModifiers(one) && one.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
  );
  return exported
    .flatMap((one): readonly ts.Node[] =>
      ts.isVariableStatement(one) ? one.declarationList.declarations : [one],
    )
    .flatMap((one) => {
      const made = ts.isVariableDeclaration(one) ? one.initializer : one;
      if (!made || !(ts.isFunctionDeclaration(made) || ts.isArrowFunction(made))) return [];
      const name = (ts.isVariableDeclaration(one) ? one : made).name?.getText() ?? '';
      return [{ file, name, parameters: made.parameters.filter(isNeeded).map(nameAndType) }];
    });
}

const isNeeded = ({ questionToken, initializer, dotDotDotToken }: ts.ParameterDeclaration) =>
  !questionToken && !initializer && !dotDotDotToken;

const nameAndType = ({ name, type }: ts.ParameterDeclaration) => ({
  name: name.getText(),
  type: type?.getText().replace(/\s+/g, ' ') ?? '',
});
