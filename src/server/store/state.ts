import { type RawBuilder, sql } from 'kysely'

/** The tables of which every change is marked (migrations 0021 and 0089): all that counts and sums are made of. */
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
  'site_boundary',
  'site_overlap',
  'compliance_check',
  'performance_check',
  'verification',
  'evidence_request',
  'workbook_reading',
  'check_due',
  'project_group',
  'requirement',
  'requirement_group',
  'credit',
  'certificate',
  'filed_document',
  'proposal',
  'project_type',
  'standard',
  'standard_version',
  'nca',
  'lpa',
  'subcatchment',
  'declaration',
  'area_outline',
]

/** What a statement reads of the tables that it names, where that is less than all. */
export interface Reading {
  /** Of projects and requirements only those that are sold, whose changes are marked apart (migration 0027). */
  soldOnly?: boolean
}

/**
 * A text that names the state, in the snapshot of the statement it stands in, of all marked tables that a statement names,
 * and the day. A statement that reads kept counts must give them the name of the table that is counted.
 */
export const stateOf = (statement: string, { soldOnly = false }: Reading = {}): RawBuilder<string> => {
  const words = new Set(statement.match(/[a-z_]+/g))
  const names = MARKED.filter(table => words.has(table)).map(table =>
    soldOnly && (table === 'project' || table === 'requirement') ? `sold_${table}` : table,
  )
  return sql<string>`(select coalesce(bit_xor(mark), 0) || ' ' || (now() at time zone 'utc')::date
    from change_mark where name = any(${names}::text[]))`
}
