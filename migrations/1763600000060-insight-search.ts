import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the search in insights needs: hashed terms in place of a list of stems, what stood around an insight, and an index
 * by nearness. Rows from before are indexed by the `embed` job, which finds them by their version.
 */
export class InsightSearch1763600000060 implements MigrationInterface {
  name = 'InsightSearch1763600000060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE "insights"
        DROP COLUMN "lexemes",
        ADD COLUMN "search_terms" bytea NOT NULL DEFAULT '\\x',
        ADD COLUMN "search_terms_version" smallint NOT NULL DEFAULT '0',
        ADD COLUMN "surroundings" jsonb NOT NULL DEFAULT '{}'
    `);
    // Vectors of 3 KB stay in their rows: a retrieve compares all of a contact, and would fetch each from elsewhere.
    await runner.query(`ALTER TABLE "insights" ALTER COLUMN "embedding" SET STORAGE PLAIN`);
    await runner.query(`ALTER TABLE "insights" SET (toast_tuple_target = 4080)`);
    await indexByNearness(runner);
    await runner.query(
      `CREATE INDEX "insights_by_index_version" ON "insights" ("embedding_model", "search_terms_version")`,
    );
    await runner.query(
      `CREATE INDEX "insights_expiring" ON "insights" ("expires_at") WHERE "expires_at" IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "insights_expiring"`);
    await runner.query(`DROP INDEX "insights_by_index_version"`);
    await runner.query(`DROP INDEX IF EXISTS "insights_by_nearness"`);
    await runner.query(`ALTER TABLE "insights" RESET (toast_tuple_target)`);
    await runner.query(`ALTER TABLE "insights" ALTER COLUMN "embedding" SET STORAGE EXTERNAL`);
    await runner.query(`
      ALTER TABLE "insights"
        DROP COLUMN "surroundings",
        DROP COLUMN "search_terms_version",
        DROP COLUMN "search_terms",
        ADD COLUMN "lexemes" text array NOT NULL DEFAULT '{}'
    `);
  }
}

/**
 * In half precision, which keeps the order of neighbours in half of the memory; the exact distance decides afterwards. Not
 * in the embedded database: an insert into such an index takes 70 ms there, in which all wait, and comparing 20,000
 * vectors takes less.
 */
async function indexByNearness(runner: QueryRunner): Promise<void> {
  const [server] = (await runner.query('SELECT version() AS version')) as { version: string }[];
  if (/emcc|emscripten|wasm/i.test(server?.version ?? '')) return;
  await runner.query(`
    CREATE INDEX "insights_by_nearness" ON "insights"
     USING hnsw (("embedding"::halfvec(768)) halfvec_cosine_ops)
  `);
}
