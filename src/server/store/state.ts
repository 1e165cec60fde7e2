import { type RawBuilder, sql } from 'kysely'

/** The tables of which every change is marked (migration 0021): all that counts and sums are made of. */
export const MARKED: readonly string[] = [
  'market',
  'round',
  'round_declaration',
  'declaration_answer',
  'organisation',
  'organisation_tie',
  'user',
  'participation',
  'agent_authority',
  'project',
  'service',
  'compliance_check',
  'performance_check',
  'verification',
  'project_group',
  'requirement',
  'requirement_group',
  'credit',
  'project_type',
  'standard',
  'standard_version',
  'nca',
  'lpa',
  'subcatchment',
  'declaration',
]

/**
 * A text that names the state, in the snapshot of the statement it stands in, of all marked tables that a statement names,
 * and the day. A statement that reads kept counts must give them the name of the table that is counted.
 */
export const stateOf = (statement: string): RawBuilder<string> => {
  const words = new Set(statement.match(/[a-z_]+/g))
  const tables = MARKED.filter(table => words.has(table))
  return sql<string>`(select coalesce(bit_xor(mark), 0) || ' ' || (now() at time zone 'utc')::date
    from change_mark where name = any(${tables}::text[]))`
}
