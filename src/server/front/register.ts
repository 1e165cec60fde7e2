import { z } from 'zod'
import { registerBalance } from '#front/pages/register-balance'
import { registerCredit, registerParts } from '#front/pages/register-credit'
import { registerCredits, registerProjects, registerRequirements } from '#front/pages/register-lists'
import { registerSearch } from '#front/pages/register-search'
import { registerProject, registerRequirement } from '#front/pages/register-things'
import { onDay } from '#contract/balance'
import { withWords } from '#contract/endpoint'
import type { Listed } from '#contract/noun'
import * as open from '#contract/public'
import { searchRegister as searching } from '#contract/public-register'
import type { Day } from '#domain/dates'
import { contextOf, isIdLike } from '../http/app-context.ts'
import type { Reading } from '../store/replica.ts'
import type { ViewContext } from '../views/context.ts'
import type { ListQuery } from '../views/lists/listing.ts'
import { REGISTRY, REGISTRY_READER } from '../views/lists/registry.ts'
import { marksOf } from '../views/map.ts'
import {
  creditOfSerial,
  publicProjectOf,
  publicRequirementView,
  registryChoices,
  registryList,
  type RegistryListing,
  registrySheet,
} from '../views/public-register.ts'
import { searchRegister } from '../views/public-search.ts'
import type { openFront } from './front.ts'
import { nearAsked, pictureOf, pictureOfSite } from './picture.ts'

const ON_A_PAGE = 25

type Asked = ListQuery & { on?: Day; near?: string }

const CALLED = {
  projects: ['project', 'projects'],
  requirements: ['requirement', 'requirements'],
  credits: ['credit', 'credits'],
} as const

const told = async <N extends Listed, R>(
  of: keyof typeof REGISTRY,
  listing: RegistryListing<N, R>,
  { on, near, ...asked }: Asked,
  from: Reading,
) => {
  const context = contextOf(from, on)
  const { cursor: _, sort: __, limit = ON_A_PAGE, ...selected } = asked
  const [list, sheet, choices, marks] = await Promise.all([
    registryList(listing, { ...asked, limit }, context),
    registrySheet(of, selected, context),
    registryChoices(context.db, of === 'requirements' ? 'requirement' : 'project'),
    of === 'credits' ? null : marksOf(REGISTRY[of], selected, REGISTRY_READER, context, 'in public'),
  ])
  const picture =
    marks &&
    pictureOf(marks, CALLED[of], ({ id }) => withWords(`/register/${of}/${encodeURIComponent(id)}`, { on }), {
      near,
      listAt: part => `${withWords(`/register/${of}`, { ...asked, on, near: part })}${part ? '#map' : ''}`,
    })
  return { asked: { ...asked, on }, list, sheet, choices, picture }
}

const creditsOf = (of: 'projectId' | 'requirementId', id: string, context: ViewContext) =>
  registryList(REGISTRY.credits, { [of]: [id], limit: ON_A_PAGE, sort: 'created' }, context)

/** Projects listed on the first page of the register. */
const ON_THE_FIRST_PAGE = 5

const contentsOf = async (from: Reading) => {
  const context = contextOf(from, undefined)
  const [sheet, projects, requirements, credits] = await Promise.all([
    registrySheet('credits', {}, context),
    registryList(REGISTRY.projects, { limit: ON_THE_FIRST_PAGE }, context),
    registryList(REGISTRY.requirements, { limit: 1 }, context),
    registryList(REGISTRY.credits, { limit: 1 }, context),
  ])
  return { sheet, projects, requirements, credits }
}

/** What a list may be asked, and which part of its map is shown. */
const partOfMap = (query = z.object({})) => query.extend({ near: nearAsked })

/** The pages of the public register, drawn from what its endpoints are answered with. */
export const registerPages = ({ page }: ReturnType<typeof openFront>): void => {
  page({
    path: '/register',
    query: searching.query,
    draw: async (from, { query: { q = '' } }) => {
      const found = await searchRegister(q, from.store.db)
      return registerSearch(q, found, found.items.length === 0 ? await contentsOf(from) : null)
    },
  })
  page({
    path: '/register/projects',
    query: partOfMap(open.publicProjects.query),
    draw: async (from, { query }) =>
      registerProjects(await told('projects', REGISTRY.projects, query as Asked, from)),
  })
  page({
    path: '/register/requirements',
    query: partOfMap(open.publicRequirements.query),
    draw: async (from, { query }) =>
      registerRequirements(await told('requirements', REGISTRY.requirements, query as Asked, from)),
  })
  page({
    path: '/register/credits',
    query: open.publicCredits.query,
    draw: async (from, { query }) =>
      registerCredits(await told('credits', REGISTRY.credits, query as Asked, from)),
  })
  page({
    path: '/register/balance',
    query: open.publicBalance.query,
    draw: async (from, { query }) => {
      const { on, ...asked } = query as Asked
      const context = contextOf(from, on)
      const [sheet, { round }] = await Promise.all([
        registrySheet('credits', asked, context),
        registryChoices(context.db, 'project'),
      ])
      return registerBalance({ ...asked, on }, sheet, round)
    },
  })
  page({
    path: '/register/projects/:id',
    query: onDay,
    draw: async (from, { params: { id = '' }, query: { on } }) => {
      if (!isIdLike(id)) return undefined
      const context = contextOf(from, on)
      const [found, credits] = await Promise.all([
        publicProjectOf(id, context),
        creditsOf('projectId', id, context),
      ])
      return (
        found &&
        registerProject(
          found.view,
          found.balance,
          { credits, asked: on },
          found.view.boundary && pictureOfSite(found.view.boundary),
        )
      )
    },
  })
  page({
    path: '/register/requirements/:id',
    query: onDay,
    draw: async (from, { params: { id = '' }, query: { on } }) => {
      if (!isIdLike(id)) return undefined
      const context = contextOf(from, on)
      const [it, credits] = await Promise.all([
        publicRequirementView(id, context),
        creditsOf('requirementId', id, context),
      ])
      return it && registerRequirement(it, { credits, asked: on })
    },
  })
  page({
    path: '/register/credits/:serial',
    query: onDay,
    draw: async (from, { params: { serial = '' }, query: { on } }) => {
      const { db, on: day } = contextOf(from, on)
      const it = await creditOfSerial(db, serial, day)
      if (it) return registerCredit(serial, it, on)
      const parts = (await searchRegister(serial, db)).items.filter(({ kind }) => kind === 'credit')
      return parts.length > 0 ? registerParts(serial, parts) : undefined
    },
  })
}
