import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { filesUnder } from '../lib/build.mjs';
import { at } from '../lib/project.mjs';

const FOLDERS = ['apps', 'bench', 'libs', 'migrations', 'scripts', 'test'];

/** What a door may offer though nobody outside imports it: `lib/name`, and why. */
const ALLOWED = [
  [/^contracts\//, 'the vocabulary of the HTTP interfaces: its schemas are made of each other'],
  [/^\w+\/\w+Error$/, 'part of what a function says that it throws'],
  [/^tools\/(isoDate|isoDateTime|listOf|percentText)$/, 'readers of arguments for whoever writes a pack'],
  [/^tools\/(explainScope|scopeLayers)$/, 'the console says with them why a tool was not offered'],
  [
    /^tools\/(FeatureRequest\w*|moveFeatureRequest)$/,
    'the console moves feature requests through their states',
  ],
  [
    /^tools\/(ToolOverrides|ToolDefinitions|metadataOf|differencesFrom)$/,
    'the console edits metadata of tools',
  ],
  [/^tools\/callerEffectKey$/, 'calls from outside a turn, such as over MCP, need one'],
  [
    /^tools\/to(AnthropicTool|GeminiFunction|McpTool)$/,
    'the providers of Anthropic and Google and the MCP server tell tools with them',
  ],
  [/^tools\/PLATFORM_PACK$/, 'the name under which tool settings of the platform are kept'],
  [/^queue\/(jobCatalogue|jobNames|queueNames)$/, "the console's page of queues lists them"],
  [
    /^queue\/(Changes|ChangeRevision|FollowUpRow|NewsModule|openQueueConnection)$/,
    'flags and settings announce with them what they change',
  ],
  [/^database\/(OrgRepository|ensureRoles|isUniqueViolation)$/, 'part of the tenancy interface'],
  [
    /^identity\/(AuditEntry|DEPLOYMENT_SETTINGS)$/,
    'modules that write the audit log or read settings inject them',
  ],
  [/^models\/OpenAiModel$/, 'models that an org adds speak its protocol'],
  [/^telemetry\/observeUnknownEffects$/, 'the worker shows how many outcomes wait to be settled'],
  [/^telemetry\/startTracing$/, 'tests of other libs trace with it'],
];

/**
 * Finds what a lib's door offers and nobody outside the lib takes; knip takes a door for an entry and does not look.
 * Types are left out: callers meet them in signatures without naming them.
 */
export function checkDoorExports({
  doors = doorsOf(at('libs')),
  files = sources(),
  read = (file) => readFileSync(at(file), 'utf8'),
  allowed = ALLOWED.map(([key]) => key),
} = {}) {
  const taken = new Map(doors.map((lib) => [lib, new Set()]));
  for (const file of files) {
    for (const [lib, names] of importsOf(file, read(file))) {
      if (!file.startsWith(`libs/${lib}/`)) for (const name of names) taken.get(lib)?.add(name);
    }
  }
  const offered = doors.flatMap((lib) =>
    valuesOffered(read(`libs/${lib}/index.ts`)).map((name) => ({ lib, name, key: `${lib}/${name}` })),
  );
  const unused = offered.filter(({ lib, name }) => !taken.get(lib).has(name)).map(({ key }) => key);
  const problems = unused
    .filter((key) => !allowed.some((pattern) => pattern.test(key)))
    .map((key) => `${key}: the door offers it, and nobody outside the lib imports it`);
  return { ok: problems.length === 0, output: problems.join('\n') };
}

function valuesOffered(text) {
  return exportsAndImports(text)
    .filter((node) => ts.isExportDeclaration(node) && !node.isTypeOnly)
    .flatMap((node) =>
      node.exportClause && ts.isNamedExports(node.exportClause) ? [...node.exportClause.elements] : [],
    )
    .filter((element) => !element.isTypeOnly)
    .map((element) => element.name.text);
}

/** Names by lib, of `#lib` and of a door that is reached by its path. */
function importsOf(file, text) {
  return exportsAndImports(text).flatMap((node) => {
    const from = node.moduleSpecifier?.text;
    const lib = from && libOf(file, from);
    return lib ? [[lib, namesOf(node)]] : [];
  });
}

function libOf(file, from) {
  if (from.startsWith('#')) return from.slice(1);
  if (!from.startsWith('.')) return undefined;
  return /^libs\/([^/]+)\/index\.ts$/.exec(path.posix.join(path.posix.dirname(file), from))?.[1];
}

function namesOf(node) {
  const named = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
  return named && 'elements' in named
    ? named.elements.map((element) => (element.propertyName ?? element.name).text)
    : [];
}

function exportsAndImports(text) {
  const source = ts.createSourceFile('source.tsx', text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
  return source.statements.filter(
    (node) => ts.isImportDeclaration(node) || (ts.isExportDeclaration(node) && node.exportClause),
  );
}

function doorsOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'packs')
    .map((entry) => entry.name);
}

function sources() {
  return FOLDERS.flatMap((folder) => filesUnder(folder, (file) => /\.tsx?$/.test(file)));
}
