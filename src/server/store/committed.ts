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
}

/** The tables of which the log commits to every row (migration 0055, decision 0108): all that actions write and that stays. */
export const COMMITTED: Readonly<Record<string, Committed>> = {
  agent_authority: {},
  area_outline: { isLarge: true },
  brand: {},
  certificate: {},
  check_due: { key: "project_id || ' ' || kind", first: { column: 'project_id', type: 'text' } },
  comment: {},
  compliance_check: {},
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
  performance_check: {},
  project: {},
  project_group: {},
  project_type: {},
  proposal: { isLarge: true },
  requirement: {},
  requirement_group: {},
  round: {},
  round_declaration: {},
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
  workbook_reading: { isLarge: true },
}
