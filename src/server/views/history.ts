import { apiAddress } from '#contract/nouns/nouns'
import type { ActionName } from '#actions/index'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '#domain/people/actor'
import type { EntityMap } from '#domain/disclosure/entities'
import type { ComplianceCheck } from '#domain/project/project-check'
import type { Certification } from '#domain/project/project'
import { mayReadAll } from '#contract/nouns/read-access'
import type { ListPage } from '#contract/kit/resource'
import type { ComplianceFollowUp } from '#contract/project/project'
import type { ProjectRecords } from '#contract/project/project-records'
import type { VisitItem } from '#contract/project/project-records'
import { restorePersonalValues } from '../store/personal.ts'
import type { Database } from '../store/tables/tables.ts'
import { readPeopleNames } from './kit/names.ts'

const whole = <T>(items: T[]): ListPage<T> => ({ items, total: items.length, next: null, actions: [] })

type VisitKind = 'complianceCheck' | 'performanceCheck' | 'verification'

/** Visits of one kind to a project, newest first, each with its current report. */
const visitsTo = async <K extends VisitKind>(
  db: Kysely<Database>,
  kind: K,
  projectId: string,
): Promise<(EntityMap[K] & Pick<VisitItem, 'report'>)[]> => {
  const { rows: visits } = await sql<EntityMap[K]>`
    select * from ${sql.table(kind)} where project_id = ${projectId} order by date desc, ordinal desc`.execute(
    db,
  )
  const documents = await db
    .selectFrom('filedDocument')
    .select(['id', 'name', 'replacedById'])
    .where('ownerKind', '=', 'project')
    .where('ownerId', '=', projectId)
    .execute()
  const byId = new Map(documents.map(document => [document.id, document]))
  const present = (id: string): VisitItem['report'] => {
    const document = byId.get(id)
    if (!document) return null
    if (document.replacedById) return present(document.replacedById)
    return { id, name: document.name, links: { self: apiAddress('filedDocument', id) } }
  }
  return visits.map(visit => ({ ...visit, report: present(visit.reportId) }))
}

const visitItem = ({
  id,
  date,
  name,
  organisation,
  notes,
  report,
}: EntityMap[VisitKind] & Pick<VisitItem, 'report'>): VisitItem => ({
  id,
  date,
  name,
  organisation,
  notes,
  report,
})

const nextOf = ({ nextAction: action, nextActionDate: date }: ComplianceCheck): ComplianceFollowUp | null =>
  action && date ? { action, date } : null

/** Decisions that one action took on a project, newest first, from the audit trail. */
const decisions = async (
  db: Kysely<Database>,
  action: ActionName<'project'>,
  projectId: string,
  reader: Actor,
) => {
  const entries = await db
    .selectFrom('activity')
    .selectAll()
    .where('subjectKind', '=', 'project')
    .where('subjectId', '=', projectId)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .execute()
  const person = await readPeopleNames(
    db,
    entries.map(entry => entry.actorId),
    { seesAll: mayReadAll(reader), organisationId: reader.organisationId },
  )
  const details = await restorePersonalValues(db, entries)
  return entries.map(entry => ({
    decision: { id: String(entry.id), at: entry.at, by: person(entry.actorId), outcome: entry.toStatus },
    values: details(entry) as { screeningComment?: string; certification?: Certification },
  }))
}

/** Records of a project that are stored outside its row, by the last part of their path, complete, newest first. */
export const PROJECT_RECORDS: {
  [R in keyof ProjectRecords]: (
    db: Kysely<Database>,
    projectId: string,
    reader: Actor,
  ) => Promise<ProjectRecords[R]>
} = {
  compliance: async (db, projectId) =>
    whole(
      (await visitsTo(db, 'complianceCheck', projectId)).map(check => ({
        ...visitItem(check),
        isCompliant: check.isCompliant,
        failReason: check.failReason,
        nextAction: nextOf(check),
      })),
    ),
  performance: async (db, projectId) =>
    whole((await visitsTo(db, 'performanceCheck', projectId)).map(visitItem)),
  verification: async (db, projectId) =>
    whole(
      (await visitsTo(db, 'verification', projectId)).map(one => ({
        ...visitItem(one),
        isPass: one.isPass,
        failReason: one.failReason,
        cureBy: one.cureBy,
      })),
    ),
  screening: async (db, projectId, reader) =>
    whole(
      (await decisions(db, 'AddScreeningOutcome', projectId, reader)).map(({ decision, values }) => ({
        ...decision,
        comment: values.screeningComment ?? null,
      })),
    ),
  certification: async (db, projectId, reader) =>
    whole(
      (await decisions(db, 'SetCertificationDecision', projectId, reader)).map(({ decision, values }) => ({
        ...decision,
        certification: values.certification ?? null,
      })),
    ),
}

/** The next remedy and its due date, for projects whose last compliance check failed. */
export const readNextComplianceAction = async (
  db: Kysely<Database>,
  projectIds: readonly string[],
): Promise<(projectId: string) => ComplianceFollowUp | null> => {
  if (projectIds.length === 0) return () => null
  const last = await db
    .selectFrom('complianceCheck')
    .selectAll()
    .distinctOn('projectId')
    .where('projectId', '=', sql<string>`any(${projectIds})`)
    .orderBy('projectId')
    .orderBy('date', 'desc')
    .orderBy('ordinal', 'desc')
    .execute()
  const byProject = new Map(last.map(check => [check.projectId, nextOf(check)]))
  return projectId => byProject.get(projectId) ?? null
}
