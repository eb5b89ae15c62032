import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which artifact was open when a message came is asked for each call that a ranker learns from. */
export class ArtifactsByTime1763600000072 implements MigrationInterface {
  name = 'ArtifactsByTime1763600000072';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX "artifact_versions_by_time" ON "artifact_versions" ("org_id", "conversation_id", "created_at")`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX "artifact_versions_by_time"');
  }
}
