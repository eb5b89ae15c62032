import type { Transaction } from '#database';

interface Statements {
  query(sql: string, parameters?: readonly unknown[]): Promise<object[]>;
  execute(sql: string, parameters?: readonly unknown[]): Promise<number>;
}

/**
 * Blocks of 8 KiB that the server reads for the statements of `work`, counted once per access. The statements run, but
 * `work` receives no rows from them.
 */
export async function blocksRead<Tx extends Transaction & Statements>(
  tx: Tx,
  work: (tx: Tx) => Promise<unknown>,
): Promise<number> {
  let blocks = 0;
  const explain = async (sql: string, parameters?: readonly unknown[]) => {
    const [row] = (await tx.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, parameters)) as {
      'QUERY PLAN': [{ Plan: Record<string, number> }];
    }[];
    const { Plan: plan } = row!['QUERY PLAN'][0];
    blocks += Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']);
  };
  const explained = Object.create(tx) as Tx;
  explained.query = async (sql, parameters) => {
    await explain(sql, parameters);
    return [];
  };
  explained.execute = async (sql, parameters) => {
    await explain(sql, parameters);
    return 0;
  };
  await work(explained);
  return blocks;
}
