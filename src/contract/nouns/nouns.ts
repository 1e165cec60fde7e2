import type { CollectionKind, Kind, StoredKind } from '#domain/disclosure/entities'
import { agentAuthority } from '../people/authority.ts'
import { brand } from '../system/brand.ts'
import { accountBooking, bankLine } from '../money/bank.ts'
import { payment } from '../money/payment.ts'
import { paymentReminder } from '../money/late-payment.ts'
import { invoice } from '../money/invoice.ts'
import { paymentOrder, paymentRun } from '../money/payment-run.ts'
import { caseNoun, unitFailure, unitReplacement } from '../case/case.ts'
import { certificate } from '../credit/certificate.ts'
import {
  complianceCheck,
  evidenceRequest,
  performanceCheck,
  verification,
} from '../project/check-schedule.ts'
import { credit } from '../credit/credit.ts'
import { projectGroup, requirementGroup } from '../requirement/group.ts'
import { market } from '../round/market.ts'
import { matchResult } from '../round/match.ts'
import { endpointUrl } from '../kit/endpoint.ts'
import {
  resourceUrl,
  type AnyNoun,
  type ListedNoun,
  type Noun,
  type PageParameters,
  type SingleNoun,
  type StatusCard,
} from '../kit/noun.ts'
import { savedEstimate } from '../desk/saved-estimate.ts'
import { invitation, organisation, organisationTie, user } from '../people/organisation.ts'
import { participation } from '../round/participation.ts'
import { project } from '../project/project.ts'
import { service } from '../project/project-service.ts'
import { proposal } from '../desk/proposal.ts'
import { listSupply, requirement } from '../requirement/requirement.ts'
import type { Links } from '../kit/resource.ts'
import { round, roundDeclaration } from '../round/round.ts'
import { roundQuestion } from '../round/round-question.ts'
import { siteBoundary, siteOverlap } from '../kit/site-boundary.ts'
import { areaOutline, SETTINGS, standardVersion } from '../system/settings.ts'
import { workbookReading } from '../project/workbook.ts'
import {
  comment,
  declarationAnswer,
  filedDocument,
  listActivity,
  listComments,
  listFiles,
  readLocation,
} from '../subject/subject.ts'

/** All nouns, by kind. */
export const NOUNS = {
  market,
  round,
  roundDeclaration,
  roundQuestion,
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
  savedEstimate,
  matchResult,
  credit,
  certificate,
  case: caseNoun,
  unitFailure,
  unitReplacement,
  invoice,
  bankLine,
  payment,
  accountBooking,
  paymentRun,
  paymentOrder,
  paymentReminder,
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

/** Noun of a kind; undefined for a list and for unknown kinds. */
export const nounOf = (kind: string): AnyNoun | undefined => BY_KIND.get(kind)

/** The reserved credits: the same noun with its own list and path. */
export const reservedCredit = {
  ...credit,
  called: ['reserved credit', 'reserved credits'],
  list: 'reserved-credits',
  path: 'reserved-credit',
} as const satisfies AnyNoun

const isListed = (noun: AnyNoun): noun is ListedNoun => noun.list !== undefined && noun.row !== undefined
const isSingle = (noun: AnyNoun): noun is SingleNoun => noun.path !== undefined && noun.view !== undefined

/** All lists, in the order of the nouns. */
export const LISTED_NOUNS: readonly ListedNoun[] = [...ALL, reservedCredit].filter(isListed)
/** All nouns with single things. */
export const SINGLE_NOUNS: readonly SingleNoun[] = [...ALL, reservedCredit].filter(isSingle)
/** Nouns on which actions run: they have an audit trail, documents and comments, and can be the context of an answer. */
export const SUBJECT_NOUNS: readonly SingleNoun[] = SINGLE_NOUNS.filter(noun => noun.isSubject)
/** Lists on which actions run. */
export const COLLECTION_NOUNS = LISTED_NOUNS.filter(
  (noun): noun is ListedNoun & { collection: CollectionKind } => noun.collection !== undefined,
)

const BY_PATH = new Map<string, Kind>([
  ...COLLECTION_NOUNS.map(({ list, collection }) => [list, collection] as const),
  ...SUBJECT_NOUNS.map(({ path, kind }) => [path, kind] as const),
])

/** Kind of the subject at a path under /api, such as `project/17` or `projects`; undefined if there is none. */
export const kindOfPath = (path: string): Kind | undefined => BY_PATH.get(path.split('/')[0] ?? '')

/** Path under /api of single things of a kind, or of a list. */
export const pathOf = (kind: Kind): string => {
  const path = nounOf(kind)?.path ?? BY_COLLECTION.get(kind)?.list
  if (path === undefined) throw new Error(`A ${kind} has no address of its own`)
  return path
}

/** Address of a thing. */
export const apiAddress = (kind: Kind, id: string): string => resourceUrl({ path: pathOf(kind) }, id)

/** Links in a row of a list. */
export const rowLinks = (kind: Kind, id: string): Links => ({ self: apiAddress(kind, id) })

/** Addresses of a thing and of its subordinate lists. */
export const resourceLinks = (kind: Kind, id: string): Links => {
  const ofSubject = { query: { subjectType: kind, subjectId: id } }
  const ofOwner = { query: { ownerType: kind, ownerId: id } }
  return {
    self: apiAddress(kind, id),
    activity: endpointUrl(listActivity, ofSubject),
    files: endpointUrl(listFiles, ofOwner),
    comments: endpointUrl(listComments, ofSubject),
    ...((kind === 'project' || kind === 'requirement') && {
      location: endpointUrl(readLocation, { params: { id }, ...ofOwner }),
    }),
    ...(kind === 'requirement' && { supply: endpointUrl(listSupply, { params: { id } }) }),
  }
}

/** Kinds with statuses. */
export type StatusKind = {
  [K in StoredKind]: (typeof NOUNS)[K] extends { statuses: object } ? K : never
}[StoredKind]

/** Statuses of a kind in order, each with its card; empty for a kind without. */
export const statusesOf = (kind: string): readonly (readonly [status: string, card: StatusCard])[] =>
  Object.entries(nounOf(kind)?.statuses ?? {})

/** Statuses of every kind whose status changes by actions, in order; those of credits follow from settlement and time. */
export const STATUSES: Readonly<Partial<Record<StoredKind, readonly string[]>>> = Object.fromEntries(
  ALL.filter(noun => noun.statuses && noun !== credit).map(({ kind }) => [
    kind,
    statusesOf(kind).map(([status]) => status),
  ]),
)

/** Card of a status of a kind. */
export const statusCard = (kind: string, status: string): StatusCard | undefined =>
  statusesOf(kind).find(([one]) => one === status)?.[1]

/** Label of a status. */
export const statusLabel = (kind: string, status: string): string => statusCard(kind, status)?.label ?? status

/** Address of the page of a thing, if it has one; some addresses need its market and its round. */
export const optionalPageAddress = (
  kind: string,
  place: Partial<PageParameters> & { id: string },
): string | null =>
  nounOf(kind)?.page?.({
    id: place.id,
    marketId: place.marketId ?? '',
    roundId: place.roundId ?? '',
    type: place.type ?? 'PARTICIPANT',
  }) ?? null

/** Kinds with pages. */
export type PagedKind = {
  [K in StoredKind]: (typeof NOUNS)[K] extends { page: object } ? K : never
}[StoredKind]
type PlaceOf<K extends PagedKind> = Parameters<(typeof NOUNS)[K]['page']>[0]

/** Address of the page of a thing. */
export const pageAddress = <K extends PagedKind>(kind: K, place: PlaceOf<K>): string => {
  const address = optionalPageAddress(kind, place)
  if (address === null) throw new Error(`A ${kind} has no page`)
  return address
}
