import { QueryFailedError, type MigrationInterface, type QueryRunner } from 'typeorm';
import { isTransientDatabaseError, MigrationRefusedError } from './database.errors.ts';
import { EXCESSIVE_ROLES, ORG_ROLE, PLATFORM_ROLE, statementsOf } from './row-level-security.ts';

/** A table, a view, a function, a key, or a right to one, as the statement that creates it. */
interface SchemaPart {
  /** The table, view, function or schema that it belongs to. */
  object: string;
  statement: string;
  /** Takes back a right; null for other parts. */
  undo: string | null;
}

/**
 * The statements are recorded beside the tables, so that a backup contains them. They are the only list of what is
 * expected: each migration adds what it has created, and removes what it has dropped.
 */
export const RECORD = 'expected.parts';
/** A part of the record: the statements that former versions know. They run beside this one, and refuse others. */
const KNOWN_BEFORE = 'expected.statements';
/** The kinds of parts in the rest of the record. */
const LATER_KINDS = '^(CREATE OR REPLACE VIEW|CREATE UNIQUE INDEX|ALTER TABLE .+ ADD CONSTRAINT) ';

/**
 * The present parts of the schema: tables and views, unique and foreign keys, row-level security, policies, functions, and
 * the rights of the two roles and of everybody. Other indexes are left to the operator. Partitions come and go, and are
 * reached through their tables. Parts of extensions are left out.
 */
export const PRESENT_PARTS = `
  WITH reader AS (
    SELECT oid, rolname::text AS name FROM pg_roles WHERE rolname IN ('${ORG_ROLE}', '${PLATFORM_ROLE}')
    UNION ALL SELECT 0, 'PUBLIC'
  ), place AS (
    SELECT oid, nspname, nspacl FROM pg_namespace WHERE nspname IN ('public', 'analytics')
  ), relation AS (
    SELECT c.oid, c.relkind, c.relrowsecurity, c.relacl, c.reloptions, format('%I.%I', nspname, c.relname) AS name
      FROM pg_class c JOIN place n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
  ), routine AS (
    SELECT p.oid, coalesce(p.proacl, acldefault('f', p.proowner)) AS acl,
           format('%I.%I(%s)', nspname, p.proname, pg_get_function_identity_arguments(p.oid)) AS name
      FROM pg_proc p JOIN place n ON n.oid = p.pronamespace
     WHERE p.prokind = 'f'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  ), rights AS (
    SELECT nspname::text AS object, privilege_type AS may, format('SCHEMA %I', nspname) AS target, grantee
      FROM place CROSS JOIN aclexplode(nspacl) WHERE grantee <> 0
    UNION ALL SELECT name, privilege_type, name, grantee FROM relation CROSS JOIN aclexplode(relacl)
    UNION ALL SELECT name, format('%s (%I)', privilege_type, attname), name, grantee
      FROM relation JOIN pg_attribute ON attrelid = oid AND NOT attisdropped CROSS JOIN aclexplode(attacl)
    UNION ALL SELECT name, privilege_type, 'FUNCTION ' || name, grantee FROM routine CROSS JOIN aclexplode(acl)
  )
  SELECT name AS object, pg_get_functiondef(oid) AS statement, NULL AS undo FROM routine
  UNION ALL SELECT name, CASE relkind WHEN 'v' THEN 'VIEW ' ELSE 'TABLE ' END || name, NULL FROM relation
  UNION ALL SELECT name, format(E'CREATE OR REPLACE VIEW %s%s AS\\n%s', name, ' WITH (' || array_to_string(reloptions, ', ') || ')', rtrim(pg_get_viewdef(oid), ';')), NULL
    FROM relation WHERE relkind = 'v'
  UNION ALL SELECT name, regexp_replace(replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '), ' WITH \\([^)]*\\)', ''), NULL
    FROM relation JOIN pg_index ON indrelid = relation.oid WHERE indisunique AND indisvalid
  UNION ALL SELECT name, format('ALTER TABLE %s ADD CONSTRAINT %I %s', name, conname, pg_get_constraintdef(f.oid)), NULL
    FROM relation JOIN pg_constraint f ON conrelid = relation.oid WHERE contype = 'f' AND conparentid = 0
  UNION ALL SELECT name, format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name), NULL FROM relation WHERE relrowsecurity
  UNION ALL SELECT name,
      format('CREATE POLICY %I ON %s AS %s FOR %s TO %s', policyname, name, permissive, cmd,
        (SELECT string_agg(CASE role WHEN 'public' THEN 'PUBLIC' ELSE quote_ident(role) END, ', ' ORDER BY role) FROM unnest(roles) role))
        || coalesce(format(' USING (%s)', qual), '') || coalesce(format(' WITH CHECK (%s)', with_check), ''),
      format('DROP POLICY %I ON %s', policyname, name)
    FROM pg_policies JOIN relation ON name = format('%I.%I', schemaname, tablename)
   WHERE roles && ARRAY(SELECT lower(reader.name)::name FROM reader)
  UNION ALL SELECT object, format('GRANT %s ON %s TO %s', may, target, reader.name), format('REVOKE %s ON %s FROM %s', may, target, reader.name)
    FROM rights JOIN reader ON reader.oid = grantee`;

/** Adds later kinds to the record of a former version. A view that has lost its option gets the one that it had. */
const COMPLETE_RECORD = `
  CREATE TABLE ${RECORD} (LIKE ${KNOWN_BEFORE});
  ALTER TABLE ${KNOWN_BEFORE} INHERIT ${RECORD};
  INSERT INTO ${RECORD}
  SELECT object, replace(statement, format('VIEW %s AS', object), format('VIEW %s WITH (%s=true) AS', object,
                         CASE WHEN object LIKE 'analytics.%' THEN 'security_barrier' ELSE 'security_invoker' END))
    FROM (${PRESENT_PARTS}) part
   WHERE object IN (SELECT object FROM ${KNOWN_BEFORE}) AND statement ~ '${LATER_KINDS}'`;

const partsOf = (runner: QueryRunner) => runner.query(PRESENT_PARTS) as Promise<SchemaPart[]>;

/** The parts of `parts` that `others` lacks. */
function without(parts: readonly SchemaPart[], others: readonly SchemaPart[]): SchemaPart[] {
  const known = new Set(others.map(({ statement }) => statement));
  return parts.filter(({ statement }) => !known.has(statement));
}

/** The migration, which also records in its transaction what it has changed. */
export function recorded(Migration: new () => MigrationInterface): new () => MigrationInterface {
  return class extends Migration {
    override async up(runner: QueryRunner): Promise<void> {
      const before = await partsOf(runner);
      await super.up(runner);
      const after = await partsOf(runner);
      await record(runner, without(before, after), without(after, before));
    }
  };
}

async function record(runner: QueryRunner, gone: SchemaPart[], added: SchemaPart[]): Promise<void> {
  await runner.query(`DELETE FROM ${RECORD} WHERE statement = ANY ($1)`, [
    gone.map(({ statement }) => statement),
  ]);
  await runner.query(
    `WITH part AS (SELECT * FROM jsonb_to_recordset($1) part(object text, statement text)),
          later AS (INSERT INTO ${RECORD} SELECT * FROM part WHERE statement ~ '${LATER_KINDS}')
     INSERT INTO ${KNOWN_BEFORE} SELECT * FROM part WHERE statement !~ '${LATER_KINDS}'`,
    [JSON.stringify(added)],
  );
}

/**
 * Compares the schema with the record and repairs what differs: missing rights, policies, functions, views and keys are
 * created, and rights that were added to a recorded object or role are taken back. A restored backup needs it, because a
 * server without the two roles refuses the statements that name them.
 *
 * @returns the number of repaired parts.
 * @throws MigrationRefusedError if tables are missing, or a repair fails; the statements are named.
 */
export async function repairSchema(runner: QueryRunner): Promise<number> {
  await ensureRecord(runner);
  const first = await differences(runner);
  if (first.statements.length === 0) return 0;
  try {
    await runner.manager.transaction(async () => {
      for (const statement of first.statements) await runner.query(statement);
      // A new function may be called by everybody, and taking back a right to a table takes those to its columns with it.
      for (const statement of (await differences(runner)).statements) await runner.query(statement);
      // Another version of PostgreSQL may print an expression differently from the one that recorded it.
      const { missing, added } = await differences(runner);
      refuseUnrepaired([...missing, ...added]);
      await record(runner, missing, added);
    });
  } catch (error) {
    if (!(error instanceof QueryFailedError) || isTransientDatabaseError(error)) throw error;
    const statements = first.statements.map((statement) => `${statement};`).join('\n');
    throw new MigrationRefusedError(
      `The schema could not be repaired: ${error.message}. Resolve this, or run as a superuser:\n${statements}`,
      error,
    );
  }
  return first.statements.length;
}

/** Views and policies may call functions, views of analysts read public ones, and foreign keys need unique ones. */
const ORDER = [
  'CREATE OR REPLACE FUNCTION',
  'CREATE OR REPLACE VIEW public.',
  'CREATE OR REPLACE VIEW',
  'CREATE',
  'ALTER',
  'GRANT',
];

/** @returns what differs from the record, with the statements that repair it. @throws MigrationRefusedError */
async function differences(runner: QueryRunner) {
  const expected = (await runner.query(`SELECT object, statement FROM ${RECORD}`)) as SchemaPart[];
  const present = await partsOf(runner);
  const missing = without(expected, present);
  const lost = missing.flatMap(({ statement }) => /^TABLE (.+)/.exec(statement)?.[1] ?? []);
  if (lost.length > 0) throw new MigrationRefusedError(incomplete(lost));
  const objects = new Set(expected.map(({ object }) => object));
  const added = without(present, expected).filter(({ object }) => objects.has(object));
  const place = ({ statement }: SchemaPart) => ORDER.findIndex((start) => statement.startsWith(start));
  const statements = [
    ...(await statementsOf(runner, EXCESSIVE_ROLES)),
    ...added.flatMap(({ undo }) => undo ?? []),
    ...missing
      .filter((part) => place(part) >= 0)
      .toSorted((a, b) => place(a) - place(b))
      .map(({ statement }) => statement),
  ];
  return { missing, added, statements };
}

/** Creates the record. A database of a version that kept none is recorded as it is, if its tables have their policies. */
async function ensureRecord(runner: QueryRunner): Promise<void> {
  const [found] = (await runner.query(
    `SELECT to_regclass('${RECORD}') IS NOT NULL AS complete, to_regclass('${KNOWN_BEFORE}') IS NOT NULL AS recorded,
            to_regclass('public.migrations') IS NOT NULL AS migrated`,
  )) as { complete: boolean; recorded: boolean; migrated: boolean }[];
  if (found?.complete) return;
  if (found?.recorded) return void (await runner.query(COMPLETE_RECORD));
  const present = found?.migrated ? await partsOf(runner) : [];
  const named = (kind: RegExp) =>
    new Set(present.filter(({ statement }) => kind.test(statement)).map(({ object }) => object));
  const withPolicies = named(/^CREATE POLICY/);
  const open = [...named(/^ALTER TABLE \S+ ENABLE/)].filter((table) => !withPolicies.has(table));
  if (open.length > 0)
    throw new MigrationRefusedError(incomplete(open.map((table) => `policies of ${table}`)));
  await runner.manager.transaction(async () => {
    await runner.query('CREATE SCHEMA IF NOT EXISTS expected');
    await runner.query(`CREATE TABLE ${RECORD} (object text NOT NULL, statement text NOT NULL)`);
    await runner.query(`CREATE TABLE ${KNOWN_BEFORE} () INHERITS (${RECORD})`);
    await record(runner, [], present);
  });
}

/** A definition that still differs is the same one in other words. A right is not, such as one that a foreign login gave. */
function refuseUnrepaired(parts: readonly SchemaPart[]): void {
  const left = parts.filter(({ statement }) => !/^(CREATE|ALTER)/.test(statement));
  if (left.length > 0)
    throw new MigrationRefusedError(
      `The schema could not be repaired. Run as its owner:\n${left.map(({ statement, undo }) => `${undo ?? statement};`).join('\n')}`,
    );
}

const MAX_NAMED = 10;

function incomplete(lost: readonly string[]): string {
  const more = lost.length > MAX_NAMED ? ` and ${lost.length - MAX_NAMED} more` : '';
  return (
    `The database is incomplete: it lacks ${lost.slice(0, MAX_NAMED).join(', ')}${more}. A backup was probably restored ` +
    'without the extension pgvector or without the roles, and reported errors. Both exist now: restore it again into an ' +
    'empty database, as docs/backup.md says.'
  );
}
