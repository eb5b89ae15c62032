// Lint rules of our own. .oxlintrc.json says where each applies.

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

const noTypeormRepositories = rule(
  'TypeORM repositories do not carry the org; write the statement in a *.repository.ts.',
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

const STATEMENT_CALLS = new Set(['query', 'execute']);
/** Methods that only a transaction has. */
const TRANSACTION_ONLY_CALLS = new Set(['queryComposed', 'queryUnscoped', 'executeUnscoped']);
const UNSCOPED_CALLS = new Set(['queryUnscoped', 'executeUnscoped']);
/** Methods that pass a transaction to their callback: of a Database, of a tool's context. */
const OPENING_CALLS = new Set(['forOrg', 'forOrgAtOnce', 'asPlatform', 'read', 'write']);
const USUAL_NAME = /^(tx|trx|dataSource|queryRunner|entityManager)$|(Tx|[tT]ransaction)$/;
const TRANSACTION_TYPE = /(Transaction|DataSource|QueryRunner|EntityManager)$/;

const nameOf = (node) => (node.type === 'Literal' ? node.value : node.name);

function isTransactionType(type) {
  if (type?.type === 'TSUnionType') return type.types.some(isTransactionType);
  const name = type?.type === 'TSTypeReference' ? (type.typeName.right ?? type.typeName).name : undefined;
  return TRANSACTION_TYPE.test(name ?? '');
}

/** The names of transactions in a file; complete at the end of the file. */
class TransactionNames {
  #names = new Set();
  #aliases = [];

  declare(node, type) {
    if (isTransactionType(type?.typeAnnotation)) this.#names.add(nameOf(node));
  }

  open({ callee, arguments: given }) {
    if (callee.type !== 'MemberExpression' || !OPENING_CALLS.has(nameOf(callee.property))) return;
    const [first] = given.findLast(({ params }) => params)?.params ?? [];
    if (first?.type === 'Identifier') this.#names.add(first.name);
  }

  alias({ id, init }) {
    if (id.type === 'Identifier' && init) this.#aliases.push([id.name, init]);
  }

  resolve() {
    for (const [name, init] of this.#aliases) if (this.has(init)) this.#names.add(name);
  }

  has(node) {
    switch (node.type) {
      case 'Identifier':
      case 'PrivateIdentifier':
        return USUAL_NAME.test(node.name) || this.#names.has(node.name);
      case 'MemberExpression':
        return !node.computed && this.has(node.property);
      case 'TSAsExpression':
        return isTransactionType(node.typeAnnotation) || this.has(node.expression);
      case 'TSNonNullExpression':
      case 'ParenthesizedExpression':
        return this.has(node.expression);
      default:
        return false;
    }
  }
}

const statementsApart = rule(
  'SQL statements belong in *.repository.ts (writes and own reads) or *.read-model.ts (one question).',
  (report) => {
    const transactions = new TransactionNames();
    const found = [];
    return {
      Identifier: (node) => transactions.declare(node, node.typeAnnotation),
      PropertyDefinition: (node) => transactions.declare(node.key, node.typeAnnotation),
      TSPropertySignature: (node) => transactions.declare(node.key, node.typeAnnotation),
      CallExpression: (node) => transactions.open(node),
      VariableDeclarator: (node) => transactions.alias(node),
      MemberExpression(node) {
        const name = nameOf(node.property);
        if (TRANSACTION_ONLY_CALLS.has(name)) report(node);
        else if (STATEMENT_CALLS.has(name)) found.push(node);
      },
      'Program:exit'() {
        transactions.resolve();
        for (const node of found) if (transactions.has(node.object)) report(node);
      },
    };
  },
);

const unscopedApart = rule(
  'Use query and execute, which add the org to every statement. Exceptions are listed in .oxlintrc.json with their reason.',
  (report) => ({
    MemberExpression(node) {
      if (UNSCOPED_CALLS.has(nameOf(node.property))) report(node);
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
    'no-typeorm-repositories': noTypeormRepositories,
    'statements-apart': statementsApart,
    'unscoped-apart': unscopedApart,
    'named-exports': namedExports,
    'no-export-all': explicitDoors,
  },
};
