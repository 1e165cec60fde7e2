import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { BalanceSheet, ProjectBalance } from '#contract/kit/balance'
import type { ListedNoun } from '#contract/kit/noun'
import {
  type PublicCredit,
  type PublicProjectView,
  publicService,
  type PublicRequirementView,
} from '#contract/public/public-register'
import { publicProject } from '#contract/public/public'
import type { DatedListPage } from '#contract/kit/resource'
import type { IdAndName } from '#contract/kit/values'
import { isBeforeSettlement, type Credit } from '#domain/credit/credit'
import type { Day } from '@credit-market/values/dates'
import { ANONYMOUS } from '#domain/people/actor'
import { SOLD_PROJECT_STATUSES, UNSIGNED_PROJECT_STATUSES } from '#domain/project/project'
import { needOf, SOLD_REQUIREMENT_STATUSES } from '#domain/project/requirement'
import type { Database } from '../store/tables/tables.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { readCreditHistory, findCreditWithUnits } from '../views/credit.ts'
import { creditBalance } from '../views/lists/credits.ts'
import { type AnyListing, readListPage, type ListQuery } from '../views/listing/listing.ts'
import { REGISTRY_LISTS, REGISTRY_READER } from '../views/lists/registry.ts'
import { readSoldBalanceSheet } from '../views/lists/sold.ts'
import { readCachedSum } from '../views/listing/summed.ts'
import { readNamesOfKind } from '../views/kit/names.ts'
import { readDisclosedLocations } from '../place/place.ts'
import { LISTED_PROJECT_COLUMNS, projectRows } from '../views/project.ts'
import { projectBalance } from '../views/project-balance.ts'
import { readServices, readServiceViews } from '../views/services.ts'
import { outlineToGeoJson } from '../sites/site.ts'

/** A list of the registry with rows of its public shape. */
export type RegistryListing<N extends ListedNoun, R> = AnyListing & {
  noun: N
  rows: (...given: never[]) => Promise<R[]> | R[]
}

/** One page of a list of the registry, without actions for any reader. */
export const readRegistryPage = async <N extends ListedNoun, R>(
  listing: RegistryListing<N, R>,
  query: ListQuery,
  context: ViewContext,
): Promise<DatedListPage<R>> => {
  const list = await readListPage<ListedNoun>(listing, query, REGISTRY_READER, context)
  return { ...list, items: list.items, actions: [], on: context.on }
}

/** Balance sheet of the units that a query selects from a list of the registry. */
export const readRegistryBalanceSheet = (
  of: keyof typeof REGISTRY_LISTS,
  query: ListQuery,
  context: ViewContext,
): Promise<BalanceSheet> =>
  of === 'credits'
    ? creditBalance(REGISTRY_LISTS.credits, query, REGISTRY_READER, context)
    : readSoldBalanceSheet(
        REGISTRY_LISTS[of],
        of === 'projects' ? 'projectId' : 'requirementId',
        query,
        REGISTRY_READER,
        context,
      )

/**
 * The holder of a credit's units as the register publishes it: the requirement that it meets, else the supplying
 * project.
 */
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
    const lpa = await readNamesOfKind(db, 'lpa', [lpaId])
    return { kind: 'project', ...its, type: null, planningRef: null, lpa: lpa(lpaId) }
  }
  const requirement = await db
    .selectFrom('requirement')
    .select(['id', 'name', 'type', 'planningRef', 'lpaId'])
    .where('id', '=', requirementId)
    .executeTakeFirstOrThrow()
  const { lpaId, ...its } = requirement
  const lpa = await readNamesOfKind(db, 'lpa', [lpaId])
  return { kind: 'requirement', ...its, lpa: lpa(lpaId) }
}

/** The credit of the registry that holds the units of a serial, with its holder and its full history. */
export const findPublicCreditBySerial = async (
  db: Kysely<Database>,
  serial: string,
  on: Day,
): Promise<PublicCredit | undefined> => {
  const credit = await findCreditWithUnits(db, serial)
  if (!credit || isBeforeSettlement(credit.status)) return undefined
  const [history, holder, project, requirement] = await Promise.all([
    readCreditHistory(db, credit, REGISTRY_READER, on),
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

/** Planning references of the developments that units of a project meet. */
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

/** Sold projects, and those whose supplier did not sign: the history of their units stays public. */
const isInRegister = (eb: ExpressionBuilder<Database, 'project'>) =>
  eb.or([
    eb('status', 'in', SOLD_PROJECT_STATUSES),
    eb.and([eb('status', '=', 'Unmatched'), eb('endedAs', 'in', UNSIGNED_PROJECT_STATUSES)]),
  ])

/** View of a project of the registry with its balance sheet; undefined for other projects. */
export const readPublicProject = async (
  id: string,
  { db, on }: ViewContext,
): Promise<{ view: PublicProjectView; balance: ProjectBalance } | undefined> => {
  const project = await db
    .selectFrom('project')
    .select(LISTED_PROJECT_COLUMNS)
    .where('id', '=', id)
    .where(isInRegister)
    .executeTakeFirst()
  if (!project) return undefined
  const its = readServices(db, [project])
  const [place, outline, [row], balance, services, references] = await Promise.all([
    readDisclosedLocations(db, 'project', [id]),
    db.selectFrom('siteBoundary').select('outline').where('projectId', '=', id).executeTakeFirst(),
    projectRows(db, [project], ANONYMOUS, on, its),
    projectBalance(db, project, on, its),
    readServiceViews(db, { id }, its, on),
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
      boundary: outline && place(id).precision === 'exact' ? outlineToGeoJson(outline.outline) : null,
      services: services.filter(({ status }) => status === 'Certified').map(one => publicService.parse(one)),
      references,
    },
    balance,
  }
}

/** View of a credit requirement of the registry; undefined for other requirements. */
export const readPublicRequirement = async (
  id: string,
  context: ViewContext,
): Promise<PublicRequirementView | undefined> => {
  const { items } = await readRegistryPage(REGISTRY_LISTS.requirements, { id: [id], limit: 1 }, context)
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

/** Balance sheet of a project of the registry; undefined for other projects. */
export const readPublicProjectBalance = async (
  db: Kysely<Database>,
  id: string,
  on: Day,
): Promise<ProjectBalance | undefined> => {
  const found = await db
    .selectFrom('project')
    .select(['id', 'roundId'])
    .where('id', '=', id)
    .where(isInRegister)
    .executeTakeFirst()
  return found && projectBalance(db, found, on)
}

const PLACES = { lpa: 'lpaId', nca: 'ncaId', subcatchment: 'subcatchmentId' } as const
export type RegistryFilterChoices = Record<'round' | keyof typeof PLACES, IdAndName[]>

/** Choices that narrow down a list of the registry: the rounds and places that occur in it. */
export const readRegistryFilterChoices = (
  db: Kysely<Database>,
  of: 'project' | 'requirement',
): Promise<RegistryFilterChoices> => {
  const sold = of === 'project' ? SOLD_PROJECT_STATUSES : SOLD_REQUIREMENT_STATUSES
  const known = (kind: string, column: string) =>
    sql`select ${sql.lit(kind)} as kind, id, name from ${sql.table(kind)} where exists (select from ${sql.table(of)} as its
      where ${sql.ref(`its.${column}`)} = ${sql.ref(`${kind}.id`)} and its.status in (${sql.join(sold.map(one => sql.lit(one)))}))`
  const every = [
    known('round', 'roundId'),
    ...Object.entries(PLACES).map(([kind, column]) => known(kind, column)),
  ]
  return readCachedSum(
    db,
    sql<
      IdAndName & { kind: keyof RegistryFilterChoices }
    >`select * from (${sql.join(every, sql` union all `)}) as choice order by name`,
    rows => {
      const choices: RegistryFilterChoices = { round: [], lpa: [], nca: [], subcatchment: [] }
      for (const { kind, id, name } of rows) choices[kind].push({ id, name })
      return choices
    },
  )
}
