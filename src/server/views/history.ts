import { selfOf } from '#contract/nouns'
import type { ActionName } from '#actions/index'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Entities } from '#domain/entities'
import type { ComplianceCheck } from '#domain/project-check'
import type { Certification } from '#domain/project'
import { readsAll } from '#contract/read-access'
import type { ListOf } from '#contract/resource'
import type { NextCompliance } from '#contract/project'
import type { ProjectRecords } from '#contract/project-records'
import type { VisitItem } from '#contract/project-records'
import { detailsOf } from '../store/personal.ts'
import type { Database } from '../store/tables.ts'
import { peopleOf } from './names.ts'

const whole = <T>(items: T[]): ListOf<T> => ({ items, total: items.length, next: null, actions: [] })

type VisitKind = 'complianceCheck' | 'performanceCheck' | 'verification'

/** The visits of one kind to a project, newest first, each with its report as it counts now. */
const visitsTo = async <K extends VisitKind>(
  db: Kysely<Database>,
  kind: K,
  projectId: string,
): Promise<(Entities[K] & Pick<VisitItem, 'report'>)[]> => {
  const { rows: visits } = await sql<Entities[K]>`
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
    return { id, name: document.name, links: { self: selfOf('filedDocument', id) } }
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
}: Entities[VisitKind] & Pick<VisitItem, 'report'>): VisitItem => ({
  id,
  date,
  name,
  organisation,
  notes,
  report,
})

const nextOf = ({ nextAction: action, nextActionDate: date }: ComplianceCheck): NextCompliance | null =>
  action && date ? { action, date } : null

/** The decisions on a project that one action took, newest first, from the trail. */
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
  const person = await peopleOf(
    db,
    entries.map(entry => entry.actorId),
    { seesAll: readsAll(reader), organisationId: reader.organisationId },
  )
  const details = await detailsOf(db, entries)
  return entries.map(entry => ({
    decision: { id: String(entry.id), at: entry.at, by: person(entry.actorId), outcome: entry.toStatus },
    values: details(entry) as { screeningComment?: string; certification?: Certification },
  }))
}

/** What is kept of a project beside its row: each record by the last part of its path, whole, newest first. */
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

/** What must be done next, by when, where the last compliance check of a project was not passed. */
export const nextComplianceOf = async (
  db: Kysely<Database>,
  projectIds: readonly string[],
): Promise<(projectId: string) => NextCompliance | null> => {
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
