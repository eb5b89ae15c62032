import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A past project, as proof. */
@Entity('consult_case_studies')
export class ConsultCaseStudy {
  @PrimaryColumn('uuid')
  orgId: string;

  /** Such as `cs-01`. */
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  title: string;

  @Column('text')
  industry: string;

  @Column('text')
  useCase: string;

  @Column('text')
  problem: string;

  @Column('text')
  result: string;

  @Column('double precision', { nullable: true })
  metricValue: number | null;

  /** Such as "hours per week". */
  @Column('text', { nullable: true })
  metricUnit: string | null;

  @Column('integer', { nullable: true })
  year: number | null;

  /** True for an invented case, for demonstration. */
  @Column('boolean', { default: false })
  isSample: boolean;

  /** Stems of title, use case, problem, result and industry, for search. */
  @Column('text', { array: true, default: '{}' })
  stems: string[];
}
