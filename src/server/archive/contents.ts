/** A table of an archive, and the condition that finds its rows; $1 is the market. */
export interface Part {
  table: string
  where: string
  /** Rows of others that the market only refers to: where the same is there already, that one stays. */
  shared?: true
  /** What columns become where it is loaded, as SQL, whatever the archive says. */
  becomes?: Readonly<Record<string, string>>
  /** Columns that another installation numbers anew. */
  renumbered?: readonly string[]
}

// Offers and bids of rounds that are not settled are sealed, so nothing of such a round is in an archive.
const ROUNDS = `(select id from round where market_id = $1 and status = 'Settled')`
const PROJECTS = `(select id from project where round_id in ${ROUNDS})`
const CREDITS = `(select id from credit where round_id in ${ROUNDS})`

/** Everything of which documents, comments, declarations and entries of the log may be. */
const SUBJECTS = `(select $1::text as id union all select id from round where id in ${ROUNDS}
  ${[
    'project',
    'requirement',
    'project_group',
    'requirement_group',
    'participation',
    'agent_authority',
    'match_result',
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
  union select organisation_id from "user" where id in ${USERS}`

/** With those that they name: by which they were brought, and what they were merged into. */
const ORGANISATIONS = `(with recursive named as (${IN_ROUNDS}
  union select unnest(array[brought_by_id, merged_into_id]) from organisation join named using (id))
  select id from named where id is not null)`

/** Nobody signs in, or has a say, by what another installation says of them. */
const STRANGERS = { active: 'false', groups: `'{}'`, second_factor: 'false', must_reset_password: 'false' }

const ordinal = ['ordinal'] as const
const shared = (table: string, where = 'true'): Part => ({ table, where, shared: true, renumbered: ordinal })
const own = (table: string, where: string): Part => ({ table, where, renumbered: ordinal })
const ofRounds = (table: string): Part => own(table, `round_id in ${ROUNDS}`)
const ofProjects = (table: string): Part => own(table, `project_id in ${PROJECTS}`)

/** Everything of a market, each table after those that its rows refer to. */
export const CONTENTS: readonly Part[] = [
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
  ...['requirement', 'match_result', 'credit'].map(ofRounds),
  { table: 'credit_block', where: `credit_id in ${CREDITS}` },
  { table: 'credit_level', where: `credit_id in ${CREDITS}` },
  {
    table: 'credit_ledger',
    where: `service_id in (select id from service where project_id in ${PROJECTS})`,
    renumbered: ['seq'],
  },
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
  { table: 'check_due', where: `project_id in ${PROJECTS}` },
  own('workbook_reading', `owner_id in ${SUBJECTS}`),
  own('declaration_answer', `subject_id in ${SUBJECTS}`),
  own('comment', `subject_id in ${SUBJECTS}`),
]

/** What the chained log says of the market, with the hashes of its entries. */
export const LOG: Part = {
  table: 'activity_chained',
  where: `round_id in ${ROUNDS} or subject_id in ${SUBJECTS}`,
}

/** Rounds of the market that are not in its archive. */
export const LEFT_OUT = `select id from round where market_id = $1 and status <> 'Settled' order by id`
