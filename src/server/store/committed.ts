/** How the log commits to the rows of a table. */
interface Committed {
  /** What a row is known by, in SQL; its id, unless it is said. */
  key?: string
  /** Where the key is made of several columns: the first of them, along which there is an index. */
  first?: { column: string; type: 'text' | 'bigint' }
  /** Which rows are meant, in SQL; all, unless it is said. */
  only?: string
  /** Rows go when their time is over, and nobody says so. */
  endsByItself?: true
  /** A row may be megabytes long. */
  isLarge?: true
  /** Columns that a commitment leaves out since they change without anybody's decision, each with what changes it. */
  leaves?: Readonly<Record<string, string>>
}

/** The tables of which the log commits to every row (decisions 0108 and 0137): all that actions write and that stays, and what proves who somebody is. */
export const COMMITTED: Readonly<Record<string, Committed>> = {
  agent_authority: {},
  api_key: { leaves: { last_used_at: 'every request', told_at: 'a reminder that it ends soon' } },
  area_outline: { isLarge: true },
  brand: {},
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
  log_witness: { key: 'name' },
  lpa: {},
  market: {},
  match_result: { isLarge: true },
  nca: {},
  organisation: {},
  organisation_tie: {},
  participation: {},
  passkey: { leaves: { counter: 'every use', last_used_at: 'every use' } },
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

/** All that a row, called `one`, says to its commitment, as JSON in SQL. */
export const saidBy = (table: string): string => {
  const left = Object.keys(COMMITTED[table]?.leaves ?? {})
  return left.length > 0 ? `(to_jsonb(one) - '{${left.join(',')}}'::text[])` : 'to_jsonb(one)'
}
