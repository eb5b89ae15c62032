import { Column, Entity, Index } from 'typeorm';
import { EstioSampleRow } from './estio-row.ts';

export type SignatureStatus = 'sent' | 'completed' | 'declined' | 'voided';
export interface Signer {
  name: string;
  email: string;
  role: string;
  /** Signing order, from 1. */
  order: number;
  status: 'sent' | 'delivered' | 'signed' | 'declined';
}

/** A contract that was sent for electronic signature. */
@Entity('estio_signature_requests')
@Index('estio_signature_requests_of_contract', ['orgId', 'contractId'])
@Index('estio_signature_requests_envelope', ['orgId', 'providerEnvelopeId'], { unique: true })
export class EstioSignatureRequest extends EstioSampleRow {
  @Column('text')
  contractId: string;

  @Column('text')
  providerEnvelopeId: string;

  @Column('text', { default: 'sent' })
  status: SignatureStatus;

  @Column('jsonb')
  signers: Signer[];

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
