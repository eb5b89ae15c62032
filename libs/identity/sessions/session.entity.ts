import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../users/user.entity.ts';

/** A sign-in to the console. Only the hash of the cookie is stored. */
@Entity('sessions')
@Index('ix_sessions_user', ['userId'])
@Index('ix_sessions_expires', ['expiresAt'])
export class Session {
  /** SHA-256 of the cookie's value. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'pk_sessions' })
  tokenHash: Buffer;

  @Column('uuid')
  @ForeignKey(() => User, { name: 'fk_sessions_user', onDelete: 'CASCADE' })
  userId: string;

  @Column('text')
  csrfToken: string;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  lastSeenAt: Date;

  /** The latest end of the session. An idle session ends earlier. */
  @Column('timestamptz')
  expiresAt: Date;
}

/** Failed sign-ins in the current window, counted per e-mail, per address, or per e-mail at one address. */
@Entity('sign_in_attempts')
export class SignInAttempts {
  /** `email:…`, `address:…` or, after a sign-in there, `place:ADDRESS E-MAIL`. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'pk_sign_in_attempts' })
  subject: string;

  @Column('integer')
  failures: number;

  @Column('timestamptz')
  windowStartedAt: Date;
}
