import { z } from 'zod'
import { registerBalancePage } from '#front/pages/register-balance'
import { registerCreditPage, partialCreditsPage } from '#front/pages/register-credit'
import {
  registerCreditsPage,
  registerProjectsPage,
  registerRequirementsPage,
} from '#front/pages/register-lists'
import { type RegisterContents, registerFirstPage, registerSearchPage } from '#front/pages/register-search'
import { registerProjectPage, registerRequirementPage } from '#front/pages/register-things'
import { dateQuery } from '#contract/kit/balance'
import { withQuery } from '#contract/kit/endpoint'
import type { ListedNoun } from '#contract/kit/noun'
import * as open from '#contract/public/public'
import type { MapMarks } from '#contract/public/map'
import { searchRegister as searching } from '#contract/public/public-register'
import type { Day } from '@credit-market/values/dates'
import { createViewContext, isPossibleId } from '../http/app-context.ts'
import type { ReadOnlyStore } from '../http/replica.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { countSelectedRows, type ListQuery } from '../views/listing/listing.ts'
import { REGISTRY_LISTS, REGISTRY_READER } from '../views/lists/registry.ts'
import { readMapMarks } from '../map/map.ts'
import {
  findPublicCreditBySerial,
  readPublicProject,
  readPublicRequirement,
  readRegistryFilterChoices,
  readRegistryPage,
  type RegistryListing,
  readRegistryBalanceSheet,
} from '../register/public-register.ts'
import { readNewestEntries } from '../register/newest-entries.ts'
import { readReserveSheet } from '../register/reserve.ts'
import { searchRegister } from '../search/public-search.ts'
import type { createPublicPageRenderer } from './front.ts'
import { mapViewQuerySchema, drawRegisterMap, drawSiteMap } from './picture.ts'

const ON_A_PAGE = 25

type Asked = ListQuery & { on?: Day; near?: string }

const CALLED = {
  projects: ['project', 'projects'],
  requirements: ['requirement', 'requirements'],
  credits: ['credit', 'credits'],
} as const

/** Map of a list of the register, whose marks lead to the pages of the records and to closer parts of the list's own map. */
const drawListMap = (of: keyof typeof CALLED, marks: MapMarks, { near, ...asked }: Asked) =>
  drawRegisterMap(
    marks,
    CALLED[of],
    ({ id }) => withQuery(`/register/${of}/${encodeURIComponent(id)}`, { on: asked.on }),
    {
      near,
      listAt: part => `${withQuery(`/register/${of}`, { ...asked, near: part })}${part ? '#map' : ''}`,
    },
  )

const told = async <N extends ListedNoun, R>(
  of: keyof typeof REGISTRY_LISTS,
  listing: RegistryListing<N, R>,
  { on, near, ...asked }: Asked,
  from: ReadOnlyStore,
) => {
  const context = createViewContext(from, on)
  const { cursor: _, sort: __, limit = ON_A_PAGE, ...selected } = asked
  const [list, sheet, choices, marks] = await Promise.all([
    readRegistryPage(listing, { ...asked, limit }, context),
    readRegistryBalanceSheet(of, selected, context),
    readRegistryFilterChoices(context.db, of === 'requirements' ? 'requirement' : 'project'),
    of === 'credits'
      ? null
      : readMapMarks(REGISTRY_LISTS[of], selected, REGISTRY_READER, context, 'in public'),
  ])
  return {
    asked: { ...asked, on },
    ...{ list, sheet, choices },
    picture: marks && drawListMap(of, marks, { ...asked, on, near }),
  }
}

const creditsOf = (of: 'projectId' | 'requirementId', id: string, context: ViewContext) =>
  readRegistryPage(REGISTRY_LISTS.credits, { [of]: [id], limit: ON_A_PAGE, sort: 'created' }, context)

/** Newest entries on the first page of the register. */
const ON_THE_FIRST_PAGE = 8

const countOf = (of: keyof typeof REGISTRY_LISTS, context: ViewContext): Promise<number> =>
  countSelectedRows(REGISTRY_LISTS[of], {}, REGISTRY_READER, context)

const contentsOf = async (context: ViewContext): Promise<RegisterContents> => {
  const [sheet, marks, requirements, credits, entries] = await Promise.all([
    readRegistryBalanceSheet('credits', {}, context),
    readMapMarks(REGISTRY_LISTS.projects, {}, REGISTRY_READER, context, 'in public'),
    countOf('requirements', context),
    countOf('credits', context),
    readNewestEntries(context.db, ON_THE_FIRST_PAGE),
  ])
  return {
    ...{ sheet, entries },
    counts: { projects: marks.total, requirements, credits },
    picture: drawListMap('projects', marks, {}),
  }
}

/** A serial of the register as an example; undefined while it is empty. */
const exampleOf = async (context: ViewContext): Promise<string | undefined> =>
  (await readRegistryPage(REGISTRY_LISTS.credits, { limit: 1 }, context)).items.flatMap(
    ({ serials }) => serials,
  )[0]

/** Query of a list, with the part of its map to show. */
const partOfMap = (query = z.object({})) => query.extend({ near: mapViewQuerySchema })

/** Pages of the public register, rendered from the answers of its endpoints. */
export const registerPageRoutes = ({ page }: ReturnType<typeof createPublicPageRenderer>): void => {
  page({
    path: '/register',
    query: searching.query,
    draw: async (from, { query: { q = '' } }) => {
      const context = createViewContext(from, undefined)
      if (q.trim() === '') return registerFirstPage(await contentsOf(context), await exampleOf(context))
      const found = await searchRegister(q, context.db)
      return registerSearchPage(q, found, found.items.length === 0 ? await exampleOf(context) : undefined)
    },
  })
  page({
    path: '/register/projects',
    query: partOfMap(open.publicProjects.query),
    draw: async (from, { query }) =>
      registerProjectsPage(await told('projects', REGISTRY_LISTS.projects, query as Asked, from)),
  })
  page({
    path: '/register/requirements',
    query: partOfMap(open.publicRequirements.query),
    draw: async (from, { query }) =>
      registerRequirementsPage(await told('requirements', REGISTRY_LISTS.requirements, query as Asked, from)),
  })
  page({
    path: '/register/credits',
    query: open.publicCredits.query,
    draw: async (from, { query }) =>
      registerCreditsPage(await told('credits', REGISTRY_LISTS.credits, query as Asked, from)),
  })
  page({
    path: '/register/balance',
    query: open.publicBalance.query,
    draw: async (from, { query }) => {
      const { on, ...asked } = query as Asked
      const context = createViewContext(from, on)
      const [sheet, { round }, reserve] = await Promise.all([
        readRegistryBalanceSheet('credits', asked, context),
        readRegistryFilterChoices(context.db, 'project'),
        readReserveSheet(context.db, context.on),
      ])
      return registerBalancePage({ ...asked, on }, sheet, round, reserve)
    },
  })
  page({
    path: '/register/projects/:id',
    query: dateQuery,
    draw: async (from, { params: { id = '' }, query: { on } }) => {
      if (!isPossibleId(id)) return undefined
      const context = createViewContext(from, on)
      const [found, credits] = await Promise.all([
        readPublicProject(id, context),
        creditsOf('projectId', id, context),
      ])
      return (
        found &&
        registerProjectPage(
          found.view,
          found.balance,
          { credits, asked: on },
          found.view.boundary && drawSiteMap(found.view.boundary),
        )
      )
    },
  })
  page({
    path: '/register/requirements/:id',
    query: dateQuery,
    draw: async (from, { params: { id = '' }, query: { on } }) => {
      if (!isPossibleId(id)) return undefined
      const context = createViewContext(from, on)
      const [it, credits] = await Promise.all([
        readPublicRequirement(id, context),
        creditsOf('requirementId', id, context),
      ])
      return it && registerRequirementPage(it, { credits, asked: on })
    },
  })
  page({
    path: '/register/credits/:serial',
    isCurrent: true,
    query: dateQuery,
    draw: async (from, { params: { serial = '' }, query: { on } }) => {
      const { db, on: day } = createViewContext(from, on)
      const it = await findPublicCreditBySerial(db, serial, day)
      if (it) return registerCreditPage(serial, it, on)
      const parts = (await searchRegister(serial, db)).items.filter(({ kind }) => kind === 'credit')
      return parts.length > 0 ? partialCreditsPage(serial, parts) : undefined
    },
  })
}
