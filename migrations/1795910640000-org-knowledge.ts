import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateByOrg } from '#database';

/** The facts that an org states about itself, and their passages for the search. */
export class OrgKnowledge1795910640000 implements MigrationInterface {
  name = 'OrgKnowledge1795910640000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE knowledge_facts (
        org_id uuid NOT NULL CONSTRAINT fk_knowledge_facts_org REFERENCES orgs (id) ON DELETE CASCADE,
        id uuid NOT NULL,
        topic text NOT NULL,
        title text NOT NULL,
        text text NOT NULL,
        source text,
        tokens integer NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        CONSTRAINT knowledge_facts_pkey PRIMARY KEY (org_id, id)
      );
      -- An org has a few hundred passages, which a search compares one by one: no index on the vectors.
      CREATE TABLE knowledge_passages (
        org_id uuid NOT NULL,
        id uuid NOT NULL,
        fact_id uuid NOT NULL,
        text text NOT NULL,
        search_terms bytea NOT NULL,
        search_terms_version smallint NOT NULL,
        embedding_model text NOT NULL,
        embedding vector(768) NOT NULL,
        CONSTRAINT knowledge_passages_pkey PRIMARY KEY (org_id, id),
        CONSTRAINT fk_knowledge_passages_fact FOREIGN KEY (org_id, fact_id)
          REFERENCES knowledge_facts (org_id, id) ON DELETE CASCADE
      );
      CREATE INDEX knowledge_passages_of_fact ON knowledge_passages (org_id, fact_id);
    `);
    await isolateByOrg(runner, 'knowledge_facts');
    await isolateByOrg(runner, 'knowledge_passages');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE knowledge_passages, knowledge_facts');
  }
}
