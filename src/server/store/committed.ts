/** Describes the rows of a table that the log commits to. */
interface Committed {
  /** SQL expression that identifies a row; its id by default. */
  key?: string
  /** First column of a composite key, which has an index. */
  first?: { column: string; type: 'text' | 'bigint' }
  /** SQL condition for the rows that are included; all rows by default. */
  only?: string
  /** Rows are removed when their retention ends, without an entry in the log. */
  endsByItself?: true
  /** A row may be several megabytes long. */
  isLarge?: true
  /**
   * Columns that the commitment leaves out because they change without anyone's decision, each with what changes it.
   */
  leaves?: Readonly<Record<string, string>>
}

/**
 * Tables of which the log commits to every row (decisions 0108 and 0137): everything permanent that actions write, and
 * everything that proves a person's identity.
 */
export const COMMITTED_TABLES: Readonly<Record<string, Committed>> = {
  account_booking: {},
  agent_authority: {},
  api_key: { leaves: { last_used_at: 'every request', told_at: 'a reminder that it ends soon' } },
  area_outline: { isLarge: true },
  bank_line: {},
  brand: {},
  case: {},
  certificate: {},
  check_due: { key: "project_id || ' ' || kind", first: { column: 'project_id', type: 'text' } },
  comment: {},
  compliance_check: {},
  credential: { key: 'user_id' },
  credit: {},
  credit_block: { key: 'serial' },
  credit_ledger: { key: 'seq::text', first: { column: 'seq', type: 'bigint' } },
  credit_level: { key: "credit_id || ' ' || start_day", first: { column: 'credit_id', type: 'text' } },
  declaration: {},
  declaration_answer: {},
  evidence_request: {},
  filed_document: { only: 'owner_id is not null' },
  invitation: { endsByItself: true },
  invoice: {},
  log_witness: { key: 'name' },
  lpa: {},
  market: {},
  match_result: { isLarge: true },
  money_account: {},
  money_entry: {},
  money_posting: { key: "entry_id || ' ' || place", first: { column: 'entry_id', type: 'text' } },
  nca: {},
  organisation: {},
  organisation_tie: {},
  participation: {},
  passkey: { leaves: { counter: 'every use', last_used_at: 'every use' } },
  payment: {},
  payment_order: {},
  payment_reminder: {},
  payment_run: {},
  payment_terms: { key: 'round_id' },
  performance_check: {},
  personal_calendar: { key: 'user_id' },
  project: {},
  project_group: {},
  project_type: {},
  proposal: { isLarge: true },
  provider_identity: { key: "user_id || ' ' || issuer", first: { column: 'user_id', type: 'text' } },
  recovery_code: { key: "user_id || ' ' || code_hash", first: { column: 'user_id', type: 'text' } },
  requirement: {},
  requirement_group: {},
  round: {},
  round_declaration: {},
  round_question: {},
  second_factor: {
    ...{ key: 'user_id', only: 'confirmed_at is not null' },
    leaves: { last_step: 'every code that is accepted' },
  },
  service: {},
  settled_purchase: { key: "round_id || ' ' || requirement_id", first: { column: 'round_id', type: 'text' } },
  settled_round: { key: 'round_id' },
  site_boundary: { isLarge: true },
  site_overlap: {},
  standard: {},
  standard_version: {},
  subcatchment: {},
  unit_failure: {},
  unit_replacement: {},
  user: {},
  verification: {},
  webhook: {
    leaves: {
      ...{ busy_until: 'every message', failing_since: 'every message' },
      ...{ paused_at: 'an address that takes nothing', paused_why: 'an address that takes nothing' },
    },
  },
  workbook_reading: { isLarge: true },
}

/** Returns the SQL for the JSON text of a row, called `one`, to which the log commits. */
export const committedRowText = (table: string): string => {
  const left = Object.keys(COMMITTED_TABLES[table]?.leaves ?? {})
  return left.length > 0 ? `(to_jsonb(one) - '{${left.join(',')}}'::text[])` : 'to_jsonb(one)'
}
