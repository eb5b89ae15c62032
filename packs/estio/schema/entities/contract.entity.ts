import { Column, Entity, Index } from 'typeorm';
import { EstioSampleRow } from './estio-row.ts';

export type ContractType = 'reservation_agreement' | 'sale_agreement' | 'rental_agreement';
export type ContractStatus = 'draft' | 'sent' | 'signed' | 'superseded';

/** A contract filled from stored facts. Amounts are whole euro, a month for a rent. */
@Entity('estio_contracts')
@Index('estio_contracts_version', ['orgId', 'dealId', 'contractType', 'version'], { unique: true })
export class EstioContract extends EstioSampleRow {
  @Column('text')
  dealId: string;

  @Column('text')
  contractType: ContractType;

  /** 1, 2, … per deal and type. */
  @Column('integer')
  version: number;

  @Column('text', { default: 'draft' })
  status: ContractStatus;

  /** Id of a file of the platform. */
  @Column('uuid', { nullable: true })
  documentId: string | null;

  @Column('text')
  format: 'pdf' | 'markdown';

  @Column('integer')
  price: number;

  @Column('integer')
  deposit: number;

  @Column('date', { nullable: true })
  completionDate: string | null;

  @Column('timestamptz')
  updatedAt: Date;
}
