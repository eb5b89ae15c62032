import { PrimaryColumn } from 'typeorm';

/** The first key column of every table with rows of orgs. The primary key is named `<table>_pkey`. */
export abstract class RowOfOrg {
  @PrimaryColumn('uuid')
  orgId: string;
}

/** A row with an id that is unique in its org. */
export abstract class RowWithId extends RowOfOrg {
  @PrimaryColumn('uuid')
  id: string;
}
