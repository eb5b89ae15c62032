// The arrows of the architecture: a lib may know those below it, never those above, and only by their doors.

/** Layers, highest first. A lib knows the layers below its own, plus what SIDEWAYS says. */
const LAYERS = [
  // Only composition roots know it: the rule below.
  ['offline-model'],
  // `http` is what the apps share at their edge.
  ['turns', 'analytics', 'http'],
  ['broker'],
  ['models', 'sandbox', 'memory', 'artifacts', 'mcp'],
  ['tools'],
  ['flags'],
  ['identity'],
  ['outbound'],
  ['queue'],
  ['telemetry'],
  ['database'],
  ['config', 'contracts', 'pack-kit', 'text'],
];

/** Arrows inside a layer. Each has its reason. */
const SIDEWAYS = {
  // Insights are embedded by the embedding models.
  memory: ['models'],
  // Settings name the values that requests carry, and time zones.
  config: ['contracts', 'text'],
  // Tools are described with the schemas of the api, and their arguments are read as text.
  'pack-kit': ['contracts', 'text'],
};

/** Libs that packs may import. */
const PACK_DOORS = ['pack-kit', 'text', 'tools', 'memory', 'artifacts'];
/** Packs may also import `config`, for the ids of stored files and the variables that name the years of the geo data. */
const PACK_EXTRA_LIBS = ['config'];

const libs = LAYERS.flat();
const anyOf = (names) => `(${names.join('|')})`;
/** Specs, and what only they import. */
const SPEC = '(\\.spec\\.ts$|/testing/)';
/** Folder of the part of a pack that only the offline model needs. */
const OFFLINE_PART = '^packs/([^/]+)/offline/';

function layerRules() {
  return LAYERS.flatMap((layer, depth) =>
    layer.map((name) => {
      const below = LAYERS.slice(depth + 1).flat();
      const allowed = [name, ...below, ...(SIDEWAYS[name] ?? [])];
      return {
        name: `arrows-of-${name}`,
        comment: `${name} may know: ${allowed.slice(1).join(', ') || 'nothing'}`,
        severity: 'error',
        from: { path: `^libs/${name}/`, pathNot: SPEC },
        to: { path: `^libs/`, pathNot: `^libs/${anyOf(allowed)}/` },
      };
    }),
  );
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules(),
    {
      name: 'every-lib-has-its-place',
      comment: 'A new lib is placed in LAYERS first.',
      severity: 'error',
      from: { path: '^(apps|libs|packs|scripts|test)/' },
      to: { path: '^libs/', pathNot: `^libs/(${libs.join('|')})/` },
    },
    {
      name: 'one-door-per-lib',
      comment:
        'Another lib is reached by its index.ts only. Migrations and tests of the whole may look inside.',
      severity: 'error',
      from: { path: '^(apps|bench|packs|scripts|libs)/([^/]+)/' },
      to: {
        path: '^libs/([^/]+)/',
        pathNot: [
          '^libs/[^/]+/index\\.ts$',
          // Schemas shared only by the console and its server.
          '^libs/contracts/console/index\\.ts$',
          // For processes that load neither Nest nor TypeORM.
          '^libs/[^/]+/light/index\\.ts$',
          // Contracts and fakes for the tests of other libs.
          '^libs/[^/]+/testing/',
          '^libs/$2/',
        ],
      },
    },
    {
      name: 'packs-know-doors-only',
      comment: `A pack knows ${PACK_DOORS.join(', ')} (and ${PACK_EXTRA_LIBS.join(', ')} for its rows), and no other pack.`,
      severity: 'error',
      from: { path: '^packs/([^/]+)/', pathNot: [SPEC, OFFLINE_PART] },
      to: {
        path: '^libs/',
        pathNot: `^libs/${anyOf([...PACK_DOORS, ...PACK_EXTRA_LIBS])}/`,
      },
    },
    {
      name: 'offline-parts-know-the-offline-model',
      comment: 'Only the offline part of a pack may import the offline model.',
      severity: 'error',
      from: { path: OFFLINE_PART, pathNot: SPEC },
      to: {
        path: '^libs/',
        pathNot: `^libs/${anyOf([...PACK_DOORS, ...PACK_EXTRA_LIBS, 'offline-model'])}/`,
      },
    },
    {
      name: 'packs-stand-alone',
      comment: 'A pack does not know another one. All may use the words of claims.',
      severity: 'error',
      from: { path: '^packs/([^/]+)/', pathNot: SPEC },
      to: { path: '^packs/', pathNot: ['^packs/$1/', '^packs/claims/'] },
    },
    {
      name: 'only-roots-know-packs',
      comment: 'Packs are put together in the apps, scripts and tests; no lib knows one.',
      severity: 'error',
      from: { path: '^libs/', pathNot: SPEC },
      to: { path: '^packs/' },
    },
    {
      name: 'only-roots-know-the-offline-model',
      comment:
        'The offline model is put in by the apps, scripts and tests; no lib and no other file of a pack knows it.',
      severity: 'error',
      from: {
        path: '^(libs|packs)/',
        pathNot: [SPEC, '^libs/offline-model/', '^packs/offline\\.ts$', '^packs/[^/]+/offline/'],
      },
      to: { path: ['^libs/offline-model/', '^packs/[^/]+/offline/', '^packs/offline\\.ts$'] },
    },
    {
      name: 'libs-know-no-app',
      severity: 'error',
      from: { path: '^(libs|packs|migrations)/' },
      to: { path: '^(apps|scripts|bench|test)/', pathNot: '^test/harness/' },
    },
    {
      name: 'harness-in-tests-only',
      severity: 'error',
      from: {
        path: '^(libs|packs|apps|migrations)/',
        pathNot: [SPEC, '\\.(contract|fake|fixture)\\.ts$'],
      },
      to: { path: '^test/' },
    },
    {
      name: 'apps-stand-alone',
      comment: 'An app does not know another one.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'web-knows-contracts-only',
      comment: 'What runs in the browser shares schemas with the server and nothing else.',
      severity: 'error',
      from: { path: '^apps/admin/web/' },
      to: { path: '^(libs|apps/admin/src)/', pathNot: '^libs/contracts/' },
    },
    {
      name: 'contracts-is-a-leaf',
      comment: 'Shared with the browser: no Nest, no TypeORM, nothing of Node.',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: SPEC },
      to: { path: ['(^|/)node_modules/(?!zod/)', '^libs/(?!contracts/)'] },
    },
    {
      name: 'contracts-without-node',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: SPEC },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment:
        'Types may refer to each other; code may not. Entities of one lib name each other in their relations.',
      from: { pathNot: '\\.entity\\.ts$' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-cycles-of-types',
      severity: 'error',
      comment: 'In these libs types do not refer to each other in a cycle either.',
      from: { path: '^libs/', pathNot: '^libs/(turns|tools|models)/' },
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that resolves to nothing hides an arrow.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The peers' programs know only packages that Turnpike does not have.
    exclude: { path: '^(dist|\\.cache|\\.data|bench/peers/(programs|node_modules))/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
