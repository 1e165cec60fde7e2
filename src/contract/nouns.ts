import type { Collection, Kind, StoredKind } from '#domain/entities'
import { agentAuthority } from './authority.ts'
import { brand } from './brand.ts'
import { certificate } from './certificate.ts'
import { complianceCheck, evidenceRequest, performanceCheck, verification } from './check-schedule.ts'
import { credit } from './credit.ts'
import { projectGroup, requirementGroup } from './group.ts'
import { market } from './market.ts'
import { matchResult } from './match.ts'
import { urlOf } from './endpoint.ts'
import {
  singleUrl,
  type AnyNoun,
  type Listed,
  type Noun,
  type PagePlace,
  type Single,
  type StatusCard,
} from './noun.ts'
import { invitation, organisation, organisationTie, user } from './organisation.ts'
import { participation } from './participation.ts'
import { project } from './project.ts'
import { service } from './project-service.ts'
import { proposal } from './proposal.ts'
import { listSupply, requirement } from './requirement.ts'
import type { Links } from './resource.ts'
import { round, roundDeclaration } from './round.ts'
import { siteBoundary, siteOverlap } from './site-boundary.ts'
import { areaOutline, SETTINGS, standardVersion } from './settings.ts'
import { workbookReading } from './workbook.ts'
import {
  comment,
  declarationAnswer,
  filedDocument,
  listActivity,
  listComments,
  listFiles,
  readLocation,
} from './subject.ts'

/** Every noun there is, by its kind. */
export const NOUNS = {
  market,
  round,
  roundDeclaration,
  organisation,
  organisationTie,
  user,
  invitation,
  participation,
  agentAuthority,
  project,
  service,
  siteBoundary,
  siteOverlap,
  complianceCheck,
  performanceCheck,
  verification,
  evidenceRequest,
  workbookReading,
  projectGroup,
  requirement,
  requirementGroup,
  matchResult,
  credit,
  certificate,
  proposal,
  filedDocument,
  comment,
  declarationAnswer,
  ...SETTINGS,
  standardVersion,
  areaOutline,
  brand,
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

const BY_PATH = new Map<string, Kind>([
  ...COLLECTION_NOUNS.map(({ list, collection }) => [list, collection] as const),
  ...SUBJECTS.map(({ path, kind }) => [path, kind] as const),
])

/** The kind of what is acted on at a path below /api, such as `project/17` or `projects`; undefined where nothing is. */
export const kindAt = (path: string): Kind | undefined => BY_PATH.get(path.split('/')[0] ?? '')

/** The path below /api of single things of a kind, or of a list as such. */
export const pathOf = (kind: Kind): string => {
  const path = nounOf(kind)?.path ?? BY_COLLECTION.get(kind)?.list
  if (path === undefined) throw new Error(`A ${kind} has no address of its own`)
  return path
}

/** The address of a thing. */
export const selfOf = (kind: Kind, id: string): string => singleUrl({ path: pathOf(kind) }, id)

/** What a row of a list tells of where its thing is. */
export const rowLinks = (kind: Kind, id: string): Links => ({ self: selfOf(kind, id) })

/** The addresses of a thing and of what lies under it. */
export const linksOf = (kind: Kind, id: string): Links => {
  const ofSubject = { query: { subjectType: kind, subjectId: id } }
  const ofOwner = { query: { ownerType: kind, ownerId: id } }
  return {
    self: selfOf(kind, id),
    activity: urlOf(listActivity, ofSubject),
    files: urlOf(listFiles, ofOwner),
    comments: urlOf(listComments, ofSubject),
    ...((kind === 'project' || kind === 'requirement') && {
      location: urlOf(readLocation, { params: { id }, ...ofOwner }),
    }),
    ...(kind === 'requirement' && { supply: urlOf(listSupply, { params: { id } }) }),
  }
}

/** The kinds that go through statuses. */
export type StatusKind = {
  [K in StoredKind]: (typeof NOUNS)[K] extends { statuses: object } ? K : never
}[StoredKind]

/** The statuses of a kind in their order, each with what its card says of it; none for a kind without. */
export const statusesOf = (kind: string): readonly (readonly [status: string, card: StatusCard])[] =>
  Object.entries(nounOf(kind)?.statuses ?? {})

/** The statuses of every kind whose life is led by actions, in their order; those of credits follow from settlement and time. */
export const STATUSES: Readonly<Partial<Record<StoredKind, readonly string[]>>> = Object.fromEntries(
  ALL.filter(noun => noun.statuses && noun !== credit).map(({ kind }) => [
    kind,
    statusesOf(kind).map(([status]) => status),
  ]),
)

/** What the card of a kind says of a status. */
export const statusCard = (kind: string, status: string): StatusCard | undefined =>
  statusesOf(kind).find(([one]) => one === status)?.[1]

/** A status in the reader's words. */
export const statusLabel = (kind: string, status: string): string => statusCard(kind, status)?.label ?? status

/** Where the page of a thing is, if it has one; its market and its round are needed where they are in the address. */
export const pageOf = (kind: string, place: Partial<PagePlace> & { id: string }): string | null =>
  nounOf(kind)?.page?.({
    id: place.id,
    marketId: place.marketId ?? '',
    roundId: place.roundId ?? '',
    type: place.type ?? 'PARTICIPANT',
  }) ?? null

/** The kinds that have pages. */
export type PagedKind = {
  [K in StoredKind]: (typeof NOUNS)[K] extends { page: object } ? K : never
}[StoredKind]
type PlaceOf<K extends PagedKind> = Parameters<(typeof NOUNS)[K]['page']>[0]

/** The address of the page of a thing. */
export const addressOf = <K extends PagedKind>(kind: K, place: PlaceOf<K>): string => {
  const address = pageOf(kind, place)
  if (address === null) throw new Error(`A ${kind} has no page`)
  return address
}
