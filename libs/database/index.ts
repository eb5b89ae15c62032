export { Database } from './database.ts';
export {
  DatabaseUnavailableError,
  isTransientDatabaseError,
  isUniqueViolation,
  sqlStateOf,
} from './database.errors.ts';
export { DatabaseModule } from './database.module.ts';
export { dataSourceOptions } from './data-source.ts';
export { migrate } from './migrate.ts';
export { failuresOfEachOrg, forEachOrg } from './for-each-org.ts';
export { removeOldRows } from './remove-old-rows.ts';
export { RowOfOrg, RowWithId } from './rows-of-org.ts';
export { isolateByOrg, ORG_ROLE, PLATFORM_ROLE, platformOnly } from './row-level-security.ts';
export { NamedSql } from './named-sql.ts';
export { countStatement, statementsSent } from './statement-counter.ts';
export { OrgTransaction, PlatformTransaction, Transaction } from './transaction.ts';
export { OrgBatches } from './org-batches.ts';
export { outagePauseMs } from './outage.ts';
export { vectorText } from './vector-text.ts';
