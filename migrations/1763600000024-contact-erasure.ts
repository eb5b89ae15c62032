import type { MigrationInterface, QueryRunner } from 'typeorm';

/** While a contact is erased, nothing new is taken in for the person. */
export class ContactErasure1763600000024 implements MigrationInterface {
  name = 'ContactErasure1763600000024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "contacts" ADD COLUMN "erasing_until" TIMESTAMP WITH TIME ZONE');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "contacts" DROP COLUMN "erasing_until"');
  }
}
