import type { EntityManager, EntityTarget, FindOptionsOrder, FindOptionsWhere, ObjectLiteral } from 'typeorm';
import { TransactionOverError } from './database.errors.ts';
import type { StatementResult } from './statement-batch.ts';
import { countStatement } from './statement-counter.ts';
import { storable } from './storable.ts';

/** A row that belongs to an org. Every table but the platform's own has this column. */
export interface OrgRow {
  orgId: string;
}

/** How statements of one transaction reach the server. */
export interface StatementRunner {
  /** Sends one statement whose parameters are ready to be sent; its plan is kept unless it is `composed` for one call. */
  send(sql: string, parameters: unknown[], composed?: boolean): Promise<StatementResult>;
  /** TypeORM on the same connection; undefined where statements are gathered before they are sent. */
  manager: EntityManager | undefined;
}

/** One open database transaction. Never held across a model call, a tool call or any other wait. */
export abstract class Transaction {
  private readonly callbacks: (() => void | Promise<void>)[] = [];
  private over = false;

  constructor(protected readonly runner: StatementRunner) {}

  /**
   * Runs one statement that is the same within an org and across orgs: row-level security alone decides what it sees.
   * `sql` is constant text with `$1` parameters: its plan is kept by the server.
   *
   * @returns the rows, as the driver reads them (numeric and bigint columns arrive as strings).
   */
  async queryUnscoped<Row = Record<string, unknown>>(
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row[]> {
    const result = await this.send(sql, parameters);
    return result.rows as Row[];
  }

  /** As {@link queryUnscoped}. @returns the number of rows that a writing statement touched. */
  async executeUnscoped(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    const result = await this.send(sql, parameters);
    return result.rowCount ?? 0;
  }

  /** Runs `callback` when the transaction has been committed, in the order of registration; never after a rollback. */
  afterCommit(callback: () => void | Promise<void>): void {
    this.callbacks.push(callback);
  }

  /** For {@link Database}: what waits for the commit. */
  get committedCallbacks(): readonly (() => void | Promise<void>)[] {
    return this.callbacks;
  }

  /** For {@link Database}: the transaction is about to end, and its connection is another's soon. */
  close(): void {
    this.over = true;
  }

  protected assertOpen(): void {
    if (this.over) throw new TransactionOverError();
  }

  protected send(sql: string, parameters: readonly unknown[], composed = false): Promise<StatementResult> {
    this.assertOpen();
    countStatement();
    return this.runner.send(sql, parameters.map(storable), composed);
  }
}

/** A transaction that sees and writes the rows of every org. */
export class PlatformTransaction extends Transaction {
  /** Runs one statement of constant text with `$1` parameters. @returns the rows, as the driver reads them. */
  query<Row = Record<string, unknown>>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.queryUnscoped<Row>(sql, parameters);
  }

  /** As {@link query}. @returns the number of rows that a writing statement touched. */
  execute(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    return this.executeUnscoped(sql, parameters);
  }

  /** As {@link query}, for text that is composed for this one call: the server keeps no plan of it. */
  async queryComposed<Row = Record<string, unknown>>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<Row[]> {
    const result = await this.send(sql, parameters, true);
    return result.rows as Row[];
  }
}

/**
 * A transaction that sees and writes the rows of one org only: by the org in every statement and repository, and a
 * second time by row-level security.
 */
export class OrgTransaction extends Transaction {
  constructor(
    runner: StatementRunner,
    readonly orgId: string,
  ) {
    super(runner);
  }

  /**
   * Runs one statement whose `$1` is the org; the parameters given are `$2` and on. A statement that does not name
   * `$1` is refused by the server, so that none forgets its org.
   *
   * @param sql constant text: its plan is kept by the server.
   * @returns the rows, as the driver reads them (numeric and bigint columns arrive as strings).
   */
  query<Row = Record<string, unknown>>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return this.queryUnscoped<Row>(sql, [this.orgId, ...parameters]);
  }

  /** As {@link query}. @returns the number of rows that a writing statement touched. */
  execute(sql: string, parameters: readonly unknown[] = []): Promise<number> {
    return this.executeUnscoped(sql, [this.orgId, ...parameters]);
  }

  /** As {@link query}, for text that is composed for this one call: the server keeps no plan of it. */
  async queryComposed<Row = Record<string, unknown>>(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<Row[]> {
    const result = await this.send(sql, [this.orgId, ...parameters], true);
    return result.rows as Row[];
  }

  /** The rows of `entity` in this org. */
  repository<Entity extends OrgRow & ObjectLiteral>(entity: EntityTarget<Entity>): OrgRepository<Entity> {
    const manager = () => {
      this.assertOpen();
      if (!this.runner.manager) throw new TypeError('Repositories wait for answers: use forOrg');
      return this.runner.manager;
    };
    return new OrgRepository(manager, entity, this.orgId);
  }
}

/** The only way to a TypeORM repository: it puts the org into every condition and every row. */
export class OrgRepository<Entity extends OrgRow & ObjectLiteral> {
  constructor(
    private readonly manager: () => EntityManager,
    private readonly entity: EntityTarget<Entity>,
    private readonly orgId: string,
  ) {}

  async find(
    where: FindOptionsWhere<Entity>,
    options: { order?: FindOptionsOrder<Entity>; take?: number } = {},
  ): Promise<Entity[]> {
    return this.manager().find(this.entity, { where: this.scoped(where), ...options });
  }

  async findOne(where: FindOptionsWhere<Entity>): Promise<Entity | null> {
    return this.manager().findOne(this.entity, { where: this.scoped(where) });
  }

  async count(where: FindOptionsWhere<Entity>): Promise<number> {
    return this.manager().count(this.entity, { where: this.scoped(where) });
  }

  async insert(rows: Omit<Entity, 'orgId'> | Omit<Entity, 'orgId'>[]): Promise<void> {
    const list = (Array.isArray(rows) ? rows : [rows]).map((row) => ({ ...row, orgId: this.orgId }));
    if (list.length > 0) await this.manager().insert(this.entity, list as never);
  }

  /** Inserts rows or overwrites those of the same key. */
  async upsert(rows: Omit<Entity, 'orgId'>[], conflictPaths: (keyof Entity & string)[]): Promise<void> {
    const list = rows.map((row) => ({ ...row, orgId: this.orgId }));
    if (list.length > 0) await this.manager().upsert(this.entity, list as never, conflictPaths);
  }

  /** @returns the number of rows changed. */
  async update(where: FindOptionsWhere<Entity>, change: Partial<Omit<Entity, 'orgId'>>): Promise<number> {
    const result = await this.manager().update(this.entity, this.scoped(where), change as never);
    return result.affected ?? 0;
  }

  /** @returns the number of rows deleted. */
  async delete(where: FindOptionsWhere<Entity>): Promise<number> {
    const result = await this.manager().delete(this.entity, this.scoped(where));
    return result.affected ?? 0;
  }

  private scoped(where: FindOptionsWhere<Entity>): FindOptionsWhere<Entity> {
    return { ...where, orgId: this.orgId } as FindOptionsWhere<Entity>;
  }
}
