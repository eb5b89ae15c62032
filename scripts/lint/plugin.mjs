// Rules of this house that no linter ships. Where each holds is said in .oxlintrc.json.

const member = (node, object, property) =>
  node.type === 'MemberExpression' &&
  node.object.type === 'Identifier' &&
  node.object.name === object &&
  (node.computed ? node.property.value === property : node.property.name === property);

const rule = (message, visitor) => ({
  meta: { type: 'problem', docs: { description: message }, schema: [] },
  create: (context) => visitor((node) => context.report({ node, message })),
});

const processEnv = rule(
  'Only libs/config reads the environment; take the setting from Config.',
  (report) => ({
    MemberExpression(node) {
      if (member(node, 'process', 'env')) report(node);
    },
    'VariableDeclarator[init.name="process"] > ObjectPattern > Property[key.name="env"]': report,
    'ImportDeclaration[source.value=/^(node:)?process$/] > ImportSpecifier[imported.name="env"]': report,
  }),
);

const oneClock = rule(
  'Time comes from the Clock of libs/config (durations from performance.now()), so that tests and demo history can set it.',
  (report) => ({
    CallExpression(node) {
      if (member(node.callee, 'Date', 'now')) report(node);
      else if (node.callee.type === 'Identifier' && node.callee.name === 'Date') report(node);
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
        report(node);
    },
  }),
);

const REPOSITORY_CALLS = new Set([
  'getRepository',
  'getTreeRepository',
  'getMongoRepository',
  'InjectRepository',
]);

const repositoriesApart = rule(
  'TypeORM repositories live in *.repository.ts or libs/database, behind the org-scoped wrapper.',
  (report) => ({
    CallExpression(node) {
      const { callee } = node;
      const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name;
      if (REPOSITORY_CALLS.has(name)) report(node);
    },
    ImportSpecifier(node) {
      const name = node.imported.name ?? node.imported.value;
      const source = node.parent.source.value;
      if (source === 'typeorm' && /^(Tree|Mongo)?Repository$/.test(name)) report(node);
    },
  }),
);

const namedExports = rule(
  'Export by name: a default export has another name in every file that imports it.',
  (report) => ({
    ExportDefaultDeclaration: report,
    ExportSpecifier(node) {
      if ((node.exported.name ?? node.exported.value) === 'default') report(node);
    },
  }),
);

const explicitDoors = rule(
  'Name what is exported; `export *` hides what the door of a lib offers.',
  (report) => ({
    ExportAllDeclaration: report,
  }),
);

export default {
  meta: { name: 'turnpike' },
  rules: {
    'no-process-env': processEnv,
    'one-clock': oneClock,
    'repositories-apart': repositoriesApart,
    'named-exports': namedExports,
    'no-export-all': explicitDoors,
  },
};
