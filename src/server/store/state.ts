import { type Kysely, sql } from 'kysely'
import type { Database } from './tables/tables.ts'

/** Tables whose every change updates a mark (migrations 0021 and 0089): the sources of all counts and sums. */
export const CHANGE_MARKED_TABLES: readonly string[] = [
  'market',
  'round',
  'round_declaration',
  'round_question',
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
  'case',
  'unit_failure',
  'unit_replacement',
  'money_entry',
  'invoice',
  'open_invoice',
  'held_maintenance',
  'bank_line',
  'payment',
  'payment_run',
  'payment_order',
  'payment_reminder',
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

/** Restricts the rows that a statement reads from the tables it names. */
export interface ReadRestriction {
  /** Only sold projects and requirements, whose changes have a mark of their own (migration 0027). */
  soldOnly?: boolean
}

/** Returns the names of the marks of all marked tables that a statement names. */
export const marksOf = (statement: string, { soldOnly = false }: ReadRestriction = {}): string[] => {
  const words = new Set(statement.match(/[a-z_]+/g))
  return CHANGE_MARKED_TABLES.filter(table => words.has(table)).map(table =>
    soldOnly && (table === 'project' || table === 'requirement') ? `sold_${table}` : table,
  )
}

/**
 * Returns SQL for a text that identifies the state of the tables with these marks, and the date, in the snapshot of the
 * surrounding statement. `marks` is the SQL of a list of names.
 */
export const dataVersionSql = (marks: string): string =>
  `(select coalesce(bit_xor(mark), 0) || ' ' || (now() at time zone 'utc')::date
    from change_mark where name = any(${marks}::text[]))`

interface AskedVersions {
  sets: (readonly string[])[]
  versions: Promise<string[]>
}

const asked = new WeakMap<Kysely<Database>, AskedVersions>()

/**
 * Reads the version of the tables with these marks, as `dataVersionSql` writes it. All that is asked of one database in
 * the same tick goes out as one statement.
 */
export const readDataVersion = async (db: Kysely<Database>, marks: readonly string[]): Promise<string> => {
  const { sets, versions } = asked.get(db) ?? askVersions(db)
  const place = sets.push(marks) - 1
  return (await versions)[place]!
}

const askVersions = (db: Kysely<Database>): AskedVersions => {
  const sets: AskedVersions['sets'] = []
  const read = async () => {
    await Promise.resolve()
    asked.delete(db)
    const { rows } = await sql<{ version: string }>`
      select ${sql.raw(dataVersionSql('array(select jsonb_array_elements_text(marks))'))} as version
      from jsonb_array_elements(${JSON.stringify(sets)}::jsonb) with ordinality as one (marks, place) order by place`.execute(
      db,
    )
    return rows.map(({ version }) => version)
  }
  const one = { sets, versions: read() }
  asked.set(db, one)
  return one
}
