import { DefaultNamingStrategy, Table, type NamingStrategyInterface } from 'typeorm';

const snake = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** Columns are snake_case in SQL and camelCase in TypeScript. Primary keys have the names of PostgreSQL. */
export class SnakeNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return [...prefixes.map(snake), customName ?? snake(propertyName)].join('_');
  }

  /** The name that PostgreSQL itself gives to a primary key. */
  override primaryKeyName(tableOrName: Table | string): string {
    return `${tableOrName instanceof Table ? tableOrName.name : tableOrName}_pkey`;
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snake(`${relationName}_${referencedColumnName}`);
  }
}
