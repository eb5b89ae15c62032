import type { DataSource } from 'typeorm';
import { TurnpikeError } from '#contracts';
import { isTransientDatabaseError, sqlStateOf } from './database.errors.ts';
import { EXCESSIVE_ROLES, MISSING_ROLES } from './row-level-security.ts';
import { PRESENT_PARTS, RECORD } from './schema-record.ts';

/** Without iterative index scans, which came with it, a search in a large org misses rows. */
const LEAST_PGVECTOR = '0.8';
const UNDEFINED_TABLE = '42P01';

/** The database does not have the schema that the process needs. */
class SchemaIncompleteError extends TurnpikeError {
  constructor(problem: string, cause?: unknown) {
    super(problem, { code: 'SCHEMA_INCOMPLETE', kind: 'not_configured', audience: 'operator', cause });
  }
}

/** @returns the problem with this version of pgvector; undefined if it is new enough. */
export function pgvectorProblem(version: string | null): string | undefined {
  if ((version ?? '').localeCompare(LEAST_PGVECTOR, 'en', { numeric: true }) >= 0) return undefined;
  return (
    `The database has ${version === null ? 'no pgvector' : `pgvector ${version}`}; Turnpike needs ${LEAST_PGVECTOR} or newer. ` +
    'Install it on the server, then run in the database as a superuser: ALTER EXTENSION vector UPDATE;'
  );
}

/**
 * Checks with one statement that the database has the columns of this version's entities, and exactly what the migrations
 * created: row-level security, policies, rights, roles, functions and the extension. A database that was restored without
 * them, or whose tables have a policy or a right more, would not keep orgs apart.
 *
 * @throws SchemaIncompleteError. An unreachable database is not reported, since processes also start without it.
 */
export async function requireSchema(dataSource: DataSource): Promise<void> {
  const found = await lookUp(dataSource).catch((error: unknown) => {
    if (isTransientDatabaseError(error)) return undefined;
    if (sqlStateOf(error) !== UNDEFINED_TABLE) throw error;
    throw new SchemaIncompleteError('The database has no schema or an old one: run npm run migrate.', error);
  });
  if (!found) return;
  const problem = pgvectorProblem(found.vector);
  if (problem) throw new SchemaIncompleteError(problem);
  if (found.columns.length > 0)
    throw new SchemaIncompleteError(
      `The database has an older schema, without ${found.columns[0]}: run npm run migrate.`,
    );
  if (found.repairs.length === 0) return;
  throw new SchemaIncompleteError(
    `The rights, policies and definitions that keep orgs apart need ${found.repairs.length} repairs, such as “${found.repairs[0]}”. ` +
      'Run npm run migrate, which makes them or says what to do.',
  );
}

interface Found {
  /** Statements that create what is missing, and take back rights and policies that no migration gave. */
  repairs: string[];
  vector: string | null;
  columns: string[];
}

async function lookUp(dataSource: DataSource) {
  const columns = dataSource.entityMetadatas.flatMap(({ tableName, columns: own }) =>
    own.map(({ databaseName }) => `${tableName}.${databaseName}`),
  );
  const [found] = await dataSource.query<Found[]>(
    `WITH present AS (${PRESENT_PARTS})
     SELECT ARRAY(${MISSING_ROLES}) || ARRAY(${EXCESSIVE_ROLES}) ||
            ARRAY(SELECT statement FROM ${RECORD} EXCEPT SELECT statement FROM present UNION ALL
                  SELECT undo FROM present WHERE undo IS NOT NULL AND object IN (SELECT object FROM ${RECORD})
                     AND statement NOT IN (SELECT statement FROM ${RECORD})) AS repairs,
            (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector,
            ARRAY(SELECT unnest($1::text[]) EXCEPT
                  SELECT relname || '.' || attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
                   WHERE relnamespace = 'public'::regnamespace AND NOT attisdropped) AS columns`,
    [columns],
  );
  return found;
}
