import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A link by which somebody who has an account chooses a new password, beside those that make one. */
export class PasswordLinks1763600000181 implements MigrationInterface {
  name = 'PasswordLinks1763600000181';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "invitations" ADD "user_id" uuid CONSTRAINT "fk_invitations_user" REFERENCES "users" ("id") ON DELETE CASCADE`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "invitations" DROP COLUMN "user_id"');
  }
}
