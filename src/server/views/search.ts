import type { Actor } from '#domain/actor'
import { ORGANISATION_TYPE_LABELS } from '#domain/organisation'
import { PROJECT_STATUS_LABELS } from '#domain/project'
import { REQUIREMENT_STATUS_LABELS } from '#domain/requirement'
import type { Found, ListOf } from '#domain/wire/general'
import type { ViewContext } from './context.ts'
import { listOf } from './lists/listing.ts'
import { organisations } from './lists/market.ts'
import { projects } from './lists/projects.ts'
import { requirements } from './lists/requirements.ts'
import { projectPage, requirementPage } from './next.ts'

const MOST_OF_EACH = '50'

const ORGANISATION_PAGES = { OPER: 'operators', PARTICIPANT: 'participants', LPA: 'lpas', AGENT: 'agencies' }

/** Everything this reader may see whose name, or whose owner's name, has the term in it. */
export const search = async (term: string, reader: Actor, context: ViewContext): Promise<ListOf<Found>> => {
  const query = { q: term, limit: MOST_OF_EACH }
  const found = {
    projects: await listOf(projects, query, reader, context),
    requirements: await listOf(requirements, query, reader, context),
    organisations: await listOf(organisations, query, reader, context),
  }
  const items: Found[] = [
    ...found.projects.items.map(({ id, name, status, supplier, round }) => ({
      id,
      name,
      kind: 'project' as const,
      status: PROJECT_STATUS_LABELS[status],
      detail: `${supplier.name}, ${round.name}`,
      link: projectPage(id),
    })),
    ...found.requirements.items.map(({ id, name, status, buyer, round }) => ({
      id,
      name,
      kind: 'requirement' as const,
      status: REQUIREMENT_STATUS_LABELS[status],
      detail: `${buyer.name}, ${round.name}`,
      link: requirementPage(id),
    })),
    ...found.organisations.items.map(({ id, name, type }) => ({
      id,
      name,
      kind: 'organisation' as const,
      status: null,
      detail: ORGANISATION_TYPE_LABELS[type],
      link: `/${ORGANISATION_PAGES[type]}/${id}`,
    })),
  ]
  const total = found.projects.total + found.requirements.total + found.organisations.total
  return { items, total, next: null, actions: [] }
}
