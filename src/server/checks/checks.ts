import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { QueryOf } from '#contract/kit/endpoint'
import {
  type CheckRow,
  type EvidenceItem,
  type EvidenceRow,
  type listChecks,
  type listEvidence,
  MAX_CHECK_ROWS,
  type ScheduledCheck,
} from '#contract/project/check-schedule'
import { rowLinks } from '#contract/nouns/nouns'
import type { Actor } from '#domain/people/actor'
import { CHECK_OPENS_DAYS_BEFORE, type CheckState, type EvidenceState } from '#domain/project/check-schedule'
import { addDays, type Day, utcDayOf } from '@credit-market/values/dates'
import type { Database } from '../store/tables/tables.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { requireName, readNamesByKind } from '../views/kit/names.ts'
import { visibleToActorSql } from '../views/kit/visible.ts'

type Db = Kysely<Database>
type Asked = Omit<QueryOf<typeof listChecks>, 'format'>
type AskedEvidence = Omit<QueryOf<typeof listEvidence>, 'format'>

/** Scheduled checks with their state on a date. */
const checksOn = (on: Day): RawBuilder<unknown> => sql`
  select planned.id, planned.project_id, planned.kind, planned.year, planned.due,
    case when planned.done_on <= ${on}::date then planned.done_on end as done_on,
    case
      when planned.done_on <= ${on}::date then case
        when not planned.is_compliant and not exists (select from compliance_check as later
          where later.project_id = planned.project_id and later.is_compliant and later.id <> planned.check_id
            and later.date between planned.done_on and ${on}::date) then 'failing' else 'done' end
      when planned.due < ${on}::date then 'late'
      when planned.due - ${sql.lit(CHECK_OPENS_DAYS_BEFORE)} <= ${on}::date then 'due'
      else 'ahead' end as state
  from scheduled_check as planned`

/** Requested evidence with its state on a date; requests from later dates are left out. */
const evidenceOn = (on: Day): RawBuilder<unknown> => sql`
  select asked.id, asked.project_id, asked.what, asked.due, asked.asked_by, (asked.asked_at at time zone 'utc')::date as asked_on,
    received.on as supplied_on, case when received.on is not null then asked.note end as note,
    case when received.on is not null then asked.document_id end as document_id,
    case when received.on is not null then 'received' when asked.due < ${on}::date then 'late' else 'asked' end as state
  from evidence_request as asked
  left join lateral (select (asked.supplied_at at time zone 'utc')::date as on
    where (asked.supplied_at at time zone 'utc')::date <= ${on}::date) as received on true
  where (asked.asked_at at time zone 'utc')::date <= ${on}::date`

const ofProjects = (
  { q, lpa, projectId }: Pick<Asked, 'q' | 'lpa' | 'projectId'>,
  reader: Actor,
): RawBuilder<SqlBool> => {
  const name = q?.trim().toLowerCase()
  return sql<SqlBool>`${sql.join(
    [
      visibleToActorSql('project', reader),
      ...(projectId === undefined ? [] : [sql<SqlBool>`project.id = ${projectId}`]),
      ...(lpa === undefined ? [] : [sql<SqlBool>`project.lpa_id = any(${lpa}::text[])`]),
      ...(name ? [sql<SqlBool>`strpos(lower(project.name), ${name}) > 0`] : []),
    ],
    sql` and `,
  )}`
}

const OPEN: readonly CheckState[] = ['late', 'due']

/**
 * Checks that are open today or failed are looked up by the next check of each project, so that the cost does not
 * grow with the projects.
 */
const among = ({ state }: Asked, on: Day, today: Day): RawBuilder<SqlBool> =>
  on >= today && state !== undefined && state.every(one => one === 'failing' || OPEN.includes(one))
    ? sql<SqlBool>`found.project_id in (select project_id from check_due
        where due <= ${addDays(on, CHECK_OPENS_DAYS_BEFORE)}::date
        union select project_id from compliance_check where not is_compliant)`
    : sql<SqlBool>`true`

const anyOf = (column: string, values: readonly string[] | undefined): RawBuilder<SqlBool> =>
  values === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${values}::text[])`

interface OfProject {
  projectId: string
  project: string
  supplierId: string
  lpaId: string | null
}

const namesFor = async (db: Db, rows: readonly OfProject[]) => {
  const { supplier, lpa } = await readNamesByKind(db, {
    supplier: ['organisation', rows.map(({ supplierId }) => supplierId)],
    lpa: ['lpa', rows.map(({ lpaId }) => lpaId)],
  })
  return ({ projectId, project, supplierId, lpaId }: OfProject) => ({
    project: { id: projectId, name: project },
    supplier: requireName(supplier, supplierId),
    lpa: lpa(lpaId),
  })
}

interface Listed<R> {
  items: R[]
  total: number
  on: Day
}

type FoundCheck = ScheduledCheck & OfProject & { total: number }

/** Schedule of checks and reports on a date, the earliest due first; limited or complete. */
export const listCheckRows = async (
  query: Asked,
  reader: Actor,
  { db, now, on }: ViewContext,
  limit: number | null = MAX_CHECK_ROWS,
): Promise<Listed<CheckRow>> => {
  const { rows } = await sql<FoundCheck>`
    select found.*, project.name as project, project.supplier_id, project.lpa_id, count(*) over ()::int as total
    from (${checksOn(on)}) as found join project on project.id = found.project_id
    where ${ofProjects(query, reader)} and ${among(query, on, utcDayOf(now))} and ${anyOf('found.state', query.state)}
      and ${anyOf('found.kind', query.kind)}
    order by found.due, project.name, found.id limit ${limit}`.execute(db)
  const about = await namesFor(db, rows)
  return {
    items: rows.map(row => ({ ...checkOf(row), ...about(row) })),
    total: rows[0]?.total ?? 0,
    on,
  }
}

const checkOf = ({ id, kind, year, due, doneOn, state }: ScheduledCheck): ScheduledCheck => ({
  id,
  kind,
  year,
  due,
  doneOn,
  state,
})

type FoundEvidence = Omit<EvidenceItem, 'askedBy' | 'document'> &
  OfProject & {
    total: number
    organisation: string | null
    documentId: string | null
    documentName: string | null
  }

/** Evidence requested and received on a date, the earliest due first; limited or complete. */
export const listEvidenceRows = async (
  query: AskedEvidence,
  reader: Actor,
  { db, on }: ViewContext,
  limit: number | null = MAX_CHECK_ROWS,
): Promise<Listed<EvidenceRow>> => {
  const { rows } = await sql<FoundEvidence>`
    select found.*, project.name as project, project.supplier_id, project.lpa_id, organisation.name as organisation,
      filed_document.name as document_name, count(*) over ()::int as total
    from (${evidenceOn(on)}) as found join project on project.id = found.project_id
    left join "user" on "user".id = found.asked_by left join organisation on organisation.id = "user".organisation_id
    left join filed_document on filed_document.id = found.document_id
    where ${ofProjects(query, reader)} and ${anyOf('found.state', query.state)}
    order by found.due, project.name, found.id limit ${limit}`.execute(db)
  const about = await namesFor(db, rows)
  return { items: rows.map(row => ({ ...evidenceOf(row), ...about(row) })), total: rows[0]?.total ?? 0, on }
}

const evidenceOf = (row: FoundEvidence): EvidenceItem => ({
  id: row.id,
  what: row.what,
  due: row.due,
  askedOn: row.askedOn,
  askedBy: row.organisation ?? 'The market operator',
  state: row.state,
  suppliedOn: row.suppliedOn,
  note: row.note,
  document:
    row.documentId === null
      ? null
      : {
          id: row.documentId,
          name: row.documentName ?? 'Document',
          links: rowLinks('filedDocument', row.documentId),
        },
})

/** Checks, reports and requested evidence of one project on a date. */
export const readProjectMonitoring = async (
  projectId: string,
  reader: Actor,
  context: ViewContext,
): Promise<{ checks: ScheduledCheck[]; evidence: EvidenceItem[] }> => {
  const [checks, evidence] = await Promise.all([
    listCheckRows({ projectId }, reader, context, null),
    listEvidenceRows({ projectId }, reader, context, null),
  ])
  const withoutProject = <R extends { project: unknown; supplier: unknown; lpa: unknown }>({
    project: _project,
    supplier: _supplier,
    lpa: _lpa,
    ...rest
  }: R) => rest
  return {
    checks: checks.items.map(withoutProject),
    evidence: evidence.items.map(withoutProject),
  }
}

/** Counts of checks and requested evidence by state in an area on a date. */
export const countChecksInArea = async (
  lpaId: string | null,
  { db, on }: ViewContext,
): Promise<{
  checks: { status: CheckState; count: number }[]
  evidence: { status: EvidenceState; count: number }[]
}> => {
  // For all areas together only open ones are counted, by an index.
  const area =
    lpaId === null
      ? sql<SqlBool>`found.state = any(${[...OPEN, 'asked']}::text[])
          and found.project_id in (select project_id from check_due where due <= ${addDays(on, CHECK_OPENS_DAYS_BEFORE)}::date
            union select project_id from evidence_request where supplied_at is null)`
      : sql<SqlBool>`project.lpa_id = ${lpaId}`
  const countOf = <S extends string>(found: RawBuilder<unknown>) =>
    sql<{ status: S; count: number }>`select state as status, count(*)::int as count
      from (${found}) as found join project on project.id = found.project_id where ${area} group by state`
  const [checks, evidence] = await Promise.all([
    countOf<CheckState>(checksOn(on)).execute(db),
    countOf<EvidenceState>(evidenceOn(on)).execute(db),
  ])
  return { checks: checks.rows, evidence: evidence.rows }
}
