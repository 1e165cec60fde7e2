import { type Kysely, sql } from 'kysely'
import type { BalanceSheet, ProjectBalance } from '#contract/balance'
import type { Listed } from '#contract/noun'
import {
  type PublicCredit,
  type PublicProjectView,
  publicService,
  type PublicRequirementView,
} from '#contract/public-register'
import { publicProject } from '#contract/public'
import type { DatedListOf } from '#contract/resource'
import type { Named } from '#contract/values'
import { isBeforeSettlement, type Credit } from '#domain/credit'
import type { Day } from '#domain/dates'
import { NOBODY } from '#domain/actor'
import { SOLD_PROJECTS } from '#domain/project'
import { needOf, SOLD_REQUIREMENTS } from '#domain/requirement'
import type { Database } from '../store/tables.ts'
import type { ViewContext } from './context.ts'
import { creditHistory, creditWith } from './credit.ts'
import { creditBalance } from './lists/credits.ts'
import { type AnyListing, listOf, type ListQuery } from './lists/listing.ts'
import { REGISTRY, REGISTRY_READER } from './lists/registry.ts'
import { sheetOfSold } from './lists/sold.ts'
import { summed } from './lists/summed.ts'
import { namesOf } from './names.ts'
import { placesForOthers } from './place.ts'
import { LISTED, projectRows } from './project.ts'
import { projectBalance } from './project-balance.ts'
import { servicesOf, serviceViews } from './services.ts'
import { geometryOf } from './site.ts'

/** A list of the registry, with rows of its public shape. */
export type RegistryListing<N extends Listed, R> = AnyListing & {
  noun: N
  rows: (...given: never[]) => Promise<R[]> | R[]
}

/** One page of a list of the registry. Nothing can be added to it, whoever looks. */
export const registryList = async <N extends Listed, R>(
  listing: RegistryListing<N, R>,
  query: ListQuery,
  context: ViewContext,
): Promise<DatedListOf<R>> => {
  const list = await listOf<Listed>(listing, query, REGISTRY_READER, context)
  return { ...list, items: list.items, actions: [], on: context.on }
}

/** Where the units of all that a query selects of a list of the registry are. */
export const registrySheet = (
  of: keyof typeof REGISTRY,
  query: ListQuery,
  context: ViewContext,
): Promise<BalanceSheet> =>
  of === 'credits'
    ? creditBalance(REGISTRY.credits, query, REGISTRY_READER, context)
    : sheetOfSold(
        REGISTRY[of],
        of === 'projects' ? 'projectId' : 'requirementId',
        query,
        REGISTRY_READER,
        context,
      )

/** Who holds the units of a credit, as far as the register says it: what it meets, else the project that supplies it. */
const holderOf = async (
  db: Kysely<Database>,
  { projectId, requirementId }: Pick<Credit, 'projectId' | 'requirementId'>,
): Promise<PublicCredit['holder']> => {
  if (requirementId === null) {
    const project = await db
      .selectFrom('project')
      .select(['id', 'name', 'lpaId'])
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow()
    const { lpaId, ...its } = project
    const lpa = await namesOf(db, 'lpa', [lpaId])
    return { kind: 'project', ...its, type: null, planningRef: null, lpa: lpa(lpaId) }
  }
  const requirement = await db
    .selectFrom('requirement')
    .select(['id', 'name', 'type', 'planningRef', 'lpaId'])
    .where('id', '=', requirementId)
    .executeTakeFirstOrThrow()
  const { lpaId, ...its } = requirement
  const lpa = await namesOf(db, 'lpa', [lpaId])
  return { kind: 'requirement', ...its, lpa: lpa(lpaId) }
}

/** The credit of the registry that holds the units which a serial names, with its holder and all that has happened to them. */
export const creditOfSerial = async (
  db: Kysely<Database>,
  serial: string,
  on: Day,
): Promise<PublicCredit | undefined> => {
  const credit = await creditWith(db, serial)
  if (!credit || isBeforeSettlement(credit.status)) return undefined
  const [history, holder, project, requirement] = await Promise.all([
    creditHistory(db, credit, REGISTRY_READER, on),
    holderOf(db, credit),
    db.selectFrom('project').select('gainSiteRef').where('id', '=', credit.projectId).executeTakeFirst(),
    db
      .selectFrom('requirement')
      .select('allocationRef')
      .where('id', '=', credit.requirementId)
      .executeTakeFirst(),
  ])
  return {
    ...{ ...history, holder },
    gainSiteRef: project?.gainSiteRef ?? null,
    allocationRef: requirement?.allocationRef ?? null,
  }
}

/** The planning references of the developments that units of a project meet. */
const referencesOf = async (
  db: Kysely<Database>,
  projectId: string,
): Promise<PublicProjectView['references']> => {
  const requirements = await db
    .selectFrom('requirement')
    .select(['id', 'name', 'planningRef'])
    .where('planningRef', 'is not', null)
    .where('id', 'in', eb =>
      eb
        .selectFrom('credit')
        .select('requirementId')
        .where('projectId', '=', projectId)
        .$castTo<{ requirementId: string }>(),
    )
    .orderBy('planningRef')
    .execute()
  return requirements.map(({ planningRef, ...requirement }) => ({
    requirement,
    planningRef: planningRef ?? '',
  }))
}

/** A project of the registry with its balance sheet; undefined for any other. */
export const publicProjectOf = async (
  id: string,
  { db, on }: ViewContext,
): Promise<{ view: PublicProjectView; balance: ProjectBalance } | undefined> => {
  const project = await db
    .selectFrom('project')
    .select(LISTED)
    .where('id', '=', id)
    .where('status', 'in', SOLD_PROJECTS)
    .executeTakeFirst()
  if (!project) return undefined
  const its = servicesOf(db, [id])
  const [place, outline, [row], balance, services, references] = await Promise.all([
    placesForOthers(db, 'project', [id]),
    db.selectFrom('siteBoundary').select('outline').where('projectId', '=', id).executeTakeFirst(),
    projectRows(db, [project], NOBODY, on, its),
    projectBalance(db, id, on, its),
    serviceViews(db, { id }, its, on),
    referencesOf(db, id),
  ])
  return {
    view: {
      ...publicProject.parse({
        ...row,
        place: place(id),
        balance: balance.types.map(({ creditType, onDay }) => ({ creditType, ...onDay })),
      }),
      on,
      boundary: outline && place(id).precision === 'exact' ? geometryOf(outline.outline) : null,
      services: services.filter(({ status }) => status === 'Certified').map(one => publicService.parse(one)),
      references,
    },
    balance,
  }
}

/** A credit requirement of the registry; undefined for any other. */
export const publicRequirementView = async (
  id: string,
  context: ViewContext,
): Promise<PublicRequirementView | undefined> => {
  const { items } = await registryList(REGISTRY.requirements, { id: [id], limit: 1 }, context)
  const [row] = items
  const requirement = row && (await context.read.one('requirement', id))
  if (!requirement) return undefined
  const need = needOf(requirement)
  return {
    ...row,
    on: context.on,
    nutrientType: requirement.nutrientType,
    module: need?.module ?? null,
    broadHabitat: need?.broadHabitat ?? null,
    habitatType: need?.habitatType ?? null,
    distinctiveness: need?.distinctiveness ?? null,
    certificateDate: requirement.certificateDate,
  }
}

/** The balance sheet of a project of the registry; undefined for any other. */
export const publicProjectBalance = async (
  db: Kysely<Database>,
  id: string,
  on: Day,
): Promise<ProjectBalance | undefined> => {
  const found = await db
    .selectFrom('project')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', SOLD_PROJECTS)
    .executeTakeFirst()
  return found && projectBalance(db, found.id, on)
}

const PLACES = { lpa: 'lpaId', nca: 'ncaId', subcatchment: 'subcatchmentId' } as const
export type RegistryChoices = Record<'round' | keyof typeof PLACES, Named[]>

/** What a list of the registry can be narrowed down to: the rounds and places that something of it is in. */
export const registryChoices = (
  db: Kysely<Database>,
  of: 'project' | 'requirement',
): Promise<RegistryChoices> => {
  const sold = of === 'project' ? SOLD_PROJECTS : SOLD_REQUIREMENTS
  const known = (kind: string, column: string) =>
    sql`select ${sql.lit(kind)} as kind, id, name from ${sql.table(kind)} where exists (select from ${sql.table(of)} as its
      where ${sql.ref(`its.${column}`)} = ${sql.ref(`${kind}.id`)} and its.status in (${sql.join(sold.map(one => sql.lit(one)))}))`
  const every = [
    known('round', 'roundId'),
    ...Object.entries(PLACES).map(([kind, column]) => known(kind, column)),
  ]
  return summed(
    db,
    sql<
      Named & { kind: keyof RegistryChoices }
    >`select * from (${sql.join(every, sql` union all `)}) as choice order by name`,
    rows => {
      const choices: RegistryChoices = { round: [], lpa: [], nca: [], subcatchment: [] }
      for (const { kind, id, name } of rows) choices[kind].push({ id, name })
      return choices
    },
  )
}
