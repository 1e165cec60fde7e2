/** A table of an archive, and the condition for its rows; $1 is the market. */
export interface ArchivedTable {
  table: string
  where: string
  /** Rows of other owners to which the market only refers: an identical row that exists already stays. */
  shared?: true
  /** SQL values that replace columns when the archive is loaded, whatever it contains. */
  becomes?: Readonly<Record<string, string>>
  /** Columns that the loading installation numbers again. */
  renumbered?: readonly string[]
}

// Offers and bids of unsettled rounds are sealed, so an archive contains nothing of such a round.
const ROUNDS = `(select id from round where market_id = $1 and status = 'Settled')`
const PROJECTS = `(select id from project where round_id in ${ROUNDS})`
// Invoices stay with the installation that numbers them.
const MONEY = `(select id from money_entry where kind = 'settlement' and round_id in ${ROUNDS})`
const CREDITS = `(select id from credit where round_id in ${ROUNDS})`

/** Everything that can have documents, comments, declarations and entries of the log. */
const SUBJECTS = `(select $1::text as id union all select id from round where id in ${ROUNDS}
  ${[
    'project',
    'requirement',
    'project_group',
    'requirement_group',
    'participation',
    'agent_authority',
    'match_result',
    '"case"',
  ]
    .map(table => `union all select id from ${table} where round_id in ${ROUNDS}`)
    .join(' ')}
  union all select id from service where project_id in ${PROJECTS} union all select id from credit where id in ${CREDITS})`

const DOCUMENTS = `(select id from filed_document where owner_id in ${SUBJECTS}
  ${['compliance_check', 'performance_check', 'verification']
    .map(table => `union select report_id from ${table} where project_id in ${PROJECTS}`)
    .join(' ')})`

const USERS = `(select answered_by as id from declaration_answer where subject_id in ${SUBJECTS}
  union select author_id from comment where subject_id in ${SUBJECTS}
  union select uploaded_by from filed_document where id in ${DOCUMENTS}
  union select unnest(array[asked_by, supplied_by]) from evidence_request where project_id in ${PROJECTS}
  union select reported_by from "case" where round_id in ${ROUNDS}
  union select asked_by from round_question where round_id in ${ROUNDS}
  union select read_by from workbook_reading where owner_id in ${SUBJECTS})`

const IN_ROUNDS = `select supplier_id as id from project where round_id in ${ROUNDS}
  union select agent_id from project where round_id in ${ROUNDS}
  union select buyer_id from requirement where round_id in ${ROUNDS}
  union select agent_id from requirement where round_id in ${ROUNDS}
  union select supplier_id from project_group where round_id in ${ROUNDS}
  union select buyer_id from requirement_group where round_id in ${ROUNDS}
  union select organisation_id from participation where round_id in ${ROUNDS}
  union select client_id from agent_authority where round_id in ${ROUNDS}
  union select agent_id from agent_authority where round_id in ${ROUNDS}
  union select unnest(array[owner_id, reported_for_id]) from "case" where round_id in ${ROUNDS}
  union select organisation_id from round_question where round_id in ${ROUNDS}
  union select unnest(array[written_for_id, agent_id]) from comment where subject_id in ${SUBJECTS}
  union select party_id from money_posting where entry_id in ${MONEY}
  union select organisation_id from "user" where id in ${USERS}`

/**
 * Organisations in the rounds, with those that they refer to: the ones that introduced them and those they were merged
 * into.
 */
const ORGANISATIONS = `(with recursive named as (${IN_ROUNDS}
  union select unnest(array[brought_by_id, merged_into_id]) from organisation join named using (id))
  select id from named where id is not null)`

/** No one gets access or permissions because of another installation's data. */
const STRANGERS = { active: 'false', groups: `'{}'`, second_factor: 'false', must_reset_password: 'false' }

const ordinal = ['ordinal'] as const
const shared = (table: string, where = 'true'): ArchivedTable => ({
  table,
  where,
  shared: true,
  renumbered: ordinal,
})
const own = (table: string, where: string): ArchivedTable => ({ table, where, renumbered: ordinal })
const ofRounds = (table: string): ArchivedTable => own(table, `round_id in ${ROUNDS}`)
const ofProjects = (table: string): ArchivedTable => own(table, `project_id in ${PROJECTS}`)

/** All tables of a market, each after those that its rows refer to. */
export const ARCHIVED_TABLES: readonly ArchivedTable[] = [
  ...['project_type', 'standard', 'nca', 'lpa', 'subcatchment', 'declaration'].map(table => shared(table)),
  shared('organisation', `id in ${ORGANISATIONS}`),
  { ...shared('user', `id in ${USERS}`), becomes: STRANGERS },
  own('market', 'id = $1'),
  own('round', `id in ${ROUNDS}`),
  { table: 'instance_file', where: `round_id in ${ROUNDS}` },
  ...['round_declaration', 'participation', 'agent_authority', 'project_group', 'requirement_group'].map(
    ofRounds,
  ),
  ofRounds('project'),
  // The number of a service is part of the serials of its credits.
  { table: 'service', where: `project_id in ${PROJECTS}` },
  ...['requirement', 'match_result', 'case', 'credit'].map(ofRounds),
  { table: 'credit_block', where: `credit_id in ${CREDITS}` },
  { table: 'credit_level', where: `credit_id in ${CREDITS}` },
  {
    table: 'credit_ledger',
    where: `service_id in (select id from service where project_id in ${PROJECTS})`,
    renumbered: ['seq'],
  },
  {
    table: 'money_account',
    where: `id in (select account_id from money_posting where entry_id in ${MONEY})`,
    shared: true,
  },
  { table: 'payment_terms', where: `round_id in ${ROUNDS}` },
  { table: 'money_entry', where: `id in ${MONEY}` },
  { table: 'money_posting', where: `entry_id in ${MONEY}` },
  {
    table: 'certificate_key',
    where: `id in (select key_fingerprint from certificate where subject_id in ${SUBJECTS})`,
    shared: true,
  },
  own('certificate', `subject_id in ${SUBJECTS}`),
  {
    table: 'certificate_drawing',
    where: `certificate_id in (select id from certificate where subject_id in ${SUBJECTS})`,
  },
  own('filed_document', `id in ${DOCUMENTS}`),
  ...['compliance_check', 'performance_check', 'verification', 'evidence_request'].map(ofProjects),
  ofRounds('round_question'),
  own('unit_failure', `credit_id in ${CREDITS}`),
  own('unit_replacement', `credit_id in ${CREDITS}`),
  { table: 'check_due', where: `project_id in ${PROJECTS}` },
  own('workbook_reading', `owner_id in ${SUBJECTS}`),
  own('declaration_answer', `subject_id in ${SUBJECTS}`),
  own('comment', `subject_id in ${SUBJECTS}`),
]

/** The entries of the chained log about the market, with their hashes. */
export const ARCHIVED_LOG_TABLE: ArchivedTable = {
  table: 'activity_chained',
  where: `round_id in ${ROUNDS} or subject_id in ${SUBJECTS}`,
}

/** Rounds of the market that are not in its archive. */
export const UNARCHIVED_ROUNDS_SQL = `select id from round where market_id = $1 and status <> 'Settled' order by id`
