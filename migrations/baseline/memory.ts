import type { QueryRunner } from 'typeorm';

/** Insights about contacts. */
export async function createMemory(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- Short statements about a contact. A superseded one stays and is never recalled. search_terms holds hashed terms.
    CREATE TABLE insights (
      org_id uuid NOT NULL,
      id uuid NOT NULL,
      contact_id text NOT NULL,
      conversation_id uuid,
      subject_ref text,
      text text NOT NULL,
      normalized_text text NOT NULL,
      search_terms bytea NOT NULL DEFAULT '\\x',
      search_terms_version smallint NOT NULL DEFAULT '0',
      surroundings jsonb NOT NULL DEFAULT '{}',
      category text NOT NULL,
      importance smallint NOT NULL DEFAULT '5',
      source text NOT NULL,
      source_message_id uuid,
      said_at timestamptz NOT NULL,
      said_turn integer NOT NULL DEFAULT 0,
      said_place smallint NOT NULL DEFAULT '0',
      said_by text,
      expires_at timestamptz,
      superseded_by_id uuid,
      valid_until timestamptz,
      embedding_model text NOT NULL,
      embedding vector(768) NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT insights_pkey PRIMARY KEY (org_id, id)
    );
    -- Vectors of 3 KB stay in their rows: a search compares all insights of a contact and would fetch each from elsewhere.
    ALTER TABLE insights ALTER COLUMN embedding SET STORAGE PLAIN;
    ALTER TABLE insights SET (toast_tuple_target = 4080);
    CREATE INDEX insights_of_conversation ON insights (org_id, conversation_id);
    CREATE INDEX insights_of_contact ON insights (org_id, contact_id, created_at);
    CREATE INDEX insights_expiring ON insights (expires_at) WHERE expires_at IS NOT NULL;
    CREATE INDEX insights_by_time ON insights (org_id, said_at, id);
    CREATE INDEX insights_by_model ON insights (org_id, embedding_model, search_terms_version);
  `);
  await indexByNearness(runner);
}

/**
 * Indexes the vectors in half precision, which keeps the order of neighbours in half of the memory; the exact distance
 * decides afterwards. The embedded database has no such index: an insert into it takes 70 ms there, during which all
 * other statements wait, and comparing 20,000 vectors takes less.
 */
async function indexByNearness(runner: QueryRunner): Promise<void> {
  const [server] = (await runner.query('SELECT version() AS version')) as { version: string }[];
  if (/emcc|emscripten|wasm/i.test(server?.version ?? '')) return;
  await runner.query(
    'CREATE INDEX insights_by_nearness ON insights USING hnsw ((embedding::halfvec(768)) halfvec_cosine_ops)',
  );
}
