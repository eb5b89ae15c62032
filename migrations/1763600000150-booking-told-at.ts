import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a booking service said what it said last of a lead, so that what is sent again changes nothing. */
export class BookingToldAt1763600000150 implements MigrationInterface {
  name = 'BookingToldAt1763600000150';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "consult_leads" ADD "booking_told_at" TIMESTAMP WITH TIME ZONE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "consult_leads" DROP COLUMN "booking_told_at"`);
  }
}
