import type { Kysely } from 'kysely'
import type { Read } from '#actions/kit/changes'
import type { Actor } from '#domain/actor'
import { dayOf, type Instant } from '#domain/dates'
import type { Kind, SubjectOf } from '#domain/entities'
import type { Round } from '#domain/round'
import type { Links } from '#domain/wire/general'
import { availableOn } from '../runner/available.ts'
import type { Database } from '../store/tables.ts'

/** What a view is made from: the rows as they are in one transaction or now, and the moment. */
export interface ViewContext {
  db: Kysely<Database>
  read: Read
  now: Instant
}

/** The path of a kind's single resources; the collections have their own. */
export const PATHS: { [K in Kind]?: string } = {
  market: 'market',
  round: 'round',
  roundDeclaration: 'round-declaration',
  organisation: 'organisation',
  user: 'user',
  participation: 'participation',
  agentAuthority: 'agent-authority',
  project: 'project',
  projectGroup: 'project-group',
  requirement: 'requirement',
  requirementGroup: 'requirement-group',
  credit: 'credit',
  filedDocument: 'file',
  projectType: 'project-type',
  standard: 'standard',
  nca: 'nca',
  lpa: 'lpa',
  subcatchment: 'subcatchment',
  declaration: 'declaration',
  organisations: 'organisations',
  markets: 'markets',
  rounds: 'rounds',
  projects: 'projects',
  requirements: 'requirements',
  projectTypes: 'project-types',
  standards: 'standards',
  ncas: 'ncas',
  lpas: 'lpas',
  subcatchments: 'subcatchments',
  declarations: 'declarations',
}

/** The address of a resource. */
export const selfOf = (kind: Kind, id: string): string => `/api/${PATHS[kind]}/${encodeURIComponent(id)}`

/** The addresses of a subject and of what lies under it. */
const linksOf = (kind: Kind, id: string): Links => {
  const self = selfOf(kind, id)
  const query = encodeURIComponent(id)
  return {
    self,
    activity: `/api/activity?subjectType=${kind}&subjectId=${query}`,
    files: `/api/files?ownerType=${kind}&ownerId=${query}`,
    comments: `/api/comments?subjectType=${kind}&subjectId=${query}`,
    ...((kind === 'project' || kind === 'requirement') && {
      location: `/api/location/${query}?ownerType=${kind}&ownerId=${query}`,
    }),
    ...(kind === 'requirement' && { supply: `${self}/supply` }),
  }
}

/** What every single resource carries: its name, version, links, and the actions offered to this reader now. */
export const resourceOf = <K extends Kind>(
  kind: K,
  subject: SubjectOf<K>,
  name: string,
  reader: Actor,
  { round, now }: { round: Round | undefined; now: Instant },
) => ({
  kind,
  id: subject.id,
  name,
  version: subject.version,
  links: linksOf(kind, subject.id),
  actions: availableOn(kind, subject, reader, { round, today: dayOf(now) }),
})
