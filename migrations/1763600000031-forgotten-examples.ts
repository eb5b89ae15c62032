import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ORG_ROLE } from '#database';

/** What a contact has said may be taken out of the examples of tools, in every version of an edit. */
export class ForgottenExamples1763600000031 implements MigrationInterface {
  name = 'ForgottenExamples1763600000031';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`GRANT UPDATE ("override") ON "tool_overrides" TO ${ORG_ROLE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`REVOKE UPDATE ("override") ON "tool_overrides" FROM ${ORG_ROLE}`);
  }
}
