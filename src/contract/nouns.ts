import type { Collection, Kind, StoredKind } from '#domain/entities'
import { agentAuthority } from './authority.ts'
import { credit } from './credit.ts'
import { projectGroup, requirementGroup } from './group.ts'
import { market } from './market.ts'
import { matchResult } from './match.ts'
import type { AnyNoun, Listed, Noun, Single } from './noun.ts'
import { invitation, organisation, user } from './organisation.ts'
import { participation } from './participation.ts'
import { complianceCheck, performanceCheck, project, service, verification } from './project.ts'
import { requirement } from './requirement.ts'
import type { Links } from './resource.ts'
import { round, roundDeclaration } from './round.ts'
import { SETTINGS, standardVersion } from './settings.ts'
import { comment, declarationAnswer, filedDocument } from './subject.ts'

/** Every noun there is, by its kind. */
export const NOUNS = {
  market,
  round,
  roundDeclaration,
  organisation,
  user,
  invitation,
  participation,
  agentAuthority,
  project,
  service,
  complianceCheck,
  performanceCheck,
  verification,
  projectGroup,
  requirement,
  requirementGroup,
  matchResult,
  credit,
  filedDocument,
  comment,
  declarationAnswer,
  ...SETTINGS,
  standardVersion,
} as const satisfies { [K in StoredKind]: Noun<K> }

const ALL: readonly AnyNoun[] = Object.values(NOUNS)
const BY_KIND = new Map<string, AnyNoun>(ALL.map(noun => [noun.kind, noun]))
const BY_COLLECTION = new Map<string, AnyNoun>(
  ALL.flatMap(noun => (noun.collection ? [[noun.collection, noun]] : [])),
)

/** The noun of a kind; undefined for a list as such, and for what is no kind. */
export const nounOf = (kind: string): AnyNoun | undefined => BY_KIND.get(kind)

/** The reserved credits: the same noun under a list and a path of their own. */
export const reservedCredit = {
  ...credit,
  called: ['reserved credit', 'reserved credits'],
  list: 'reserved-credits',
  path: 'reserved-credit',
} as const satisfies AnyNoun

const isListed = (noun: AnyNoun): noun is Listed => noun.list !== undefined && noun.row !== undefined
const isSingle = (noun: AnyNoun): noun is Single => noun.path !== undefined && noun.view !== undefined

/** Every list, in the order of the nouns. */
export const LISTED: readonly Listed[] = [...ALL, reservedCredit].filter(isListed)
/** Everything that is read one by one. */
export const SINGLES: readonly Single[] = [...ALL, reservedCredit].filter(isSingle)
/** What can be acted on: these have a trail, documents and comments, and can be the context of an answer. */
export const SUBJECTS: readonly Single[] = SINGLES.filter(noun => noun.isSubject)
/** The lists on which one can act. */
export const COLLECTION_NOUNS = LISTED.filter(
  (noun): noun is Listed & { collection: Collection } => noun.collection !== undefined,
)

/** The path below /api of single things of a kind, or of a list as such. */
export const pathOf = (kind: Kind): string => {
  const path = nounOf(kind)?.path ?? BY_COLLECTION.get(kind)?.list
  if (path === undefined) throw new Error(`A ${kind} has no address of its own`)
  return path
}

/** The address of a thing. */
export const selfOf = (kind: Kind, id: string): string => `/api/${pathOf(kind)}/${encodeURIComponent(id)}`

/** What a row of a list tells of where its thing is. */
export const rowLinks = (kind: Kind, id: string): Links => ({ self: selfOf(kind, id) })

/** The addresses of a thing and of what lies under it. */
export const linksOf = (kind: Kind, id: string): Links => {
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

type WithStatuses = {
  [K in keyof typeof NOUNS]: (typeof NOUNS)[K] extends { statuses: object } ? K : never
}[keyof typeof NOUNS]
/** The kinds that go through statuses. */
export type StatusKind = WithStatuses

/** A status in the reader's words. */
export const statusLabel = (kind: Kind, status: string): string =>
  nounOf(kind)?.statuses?.[status]?.label ?? status
