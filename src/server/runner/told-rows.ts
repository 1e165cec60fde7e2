import { allActions } from '#actions/index'
import { findNotice, type NoticeName } from '#actions/notices/index'
import type { Notice } from '#actions/notices/notice'
import { optionalPageAddress, statusLabel } from '#contract/nouns/nouns'
import { findOrganisationId, findRoundId, textValue } from '#contract/nouns/ownership'
import { isInAreaOf } from '#contract/nouns/read-access'
import { capacityWithArticle } from '#domain/values/capacity'
import type { EntityMap, StoredKind } from '#domain/disclosure/entities'
import { groupBy } from '#domain/values/grouped'
import type { NoticeFacts } from '#domain/text/notice'
import type { StoreTransaction } from '../store/store.ts'
import { listPossibleActions } from './notices-end.ts'

/** A notice to send about a thing; the same `key` means the same notice, which is sent once. */
export interface NoticeToSend {
  notice: NoticeName
  kind: StoredKind
  id: string
  key: string
  /** Facts that only the sender knows. */
  facts?: NoticeFacts
  /** Organisations whom a round fits, if they get the notice. */
  fits?: readonly string[]
  /** Readers that the action names, if it does: the person, and the client for whom they act. */
  to?: { userId: string } | { organisationId: string; forClientId?: string }
}

/** A notice with everything that the database needs to find its readers. */
export interface NoticeRow {
  key: string
  notice: NoticeName
  kind: StoredKind
  id: string
  round: string | null
  owner: string | null
  agency: string | null
  organisation: string | null
  person: string | null
  area: string | null
  readers: readonly string[]
  fits: readonly string[]
  agentsWho: string | null
  waitsBy: readonly string[]
  waitsFor: readonly string[]
  isEach: boolean
  insteadOf: string | null
  usual: string
  isObligatory: boolean
  facts: NoticeFacts
}

type Around = Readonly<{ names: ReadonlyMap<string, string>; wheres: ReadonlyMap<string, Where> }>
type Where = Readonly<{ name: string; marketId: string; status: string }>
type AnyRow = EntityMap[StoredKind]

/** Reads names and places of all things together, in a few statements. */
const aroundOf = async (
  tx: Pick<StoreTransaction, 'list' | 'db'>,
  rows: readonly (readonly [StoredKind, AnyRow])[],
): Promise<Around> => {
  const roundIds = new Set(rows.flatMap(([kind, row]) => findRoundId<StoredKind>(kind, row) ?? []))
  const organisationIds = new Set(
    rows.flatMap(([kind, row]) =>
      [findOrganisationId<StoredKind>(kind, row) ?? [], textValue(row, 'agentId') ?? []].flat(),
    ),
  )
  const [rounds, organisations] = await Promise.all([
    roundIds.size > 0
      ? tx.db
          .selectFrom('round')
          .innerJoin('market', 'market.id', 'round.marketId')
          .select(['round.id', 'round.name', 'round.marketId', 'round.status', 'market.name as market'])
          .where('round.id', 'in', [...roundIds])
          .execute()
      : [],
    organisationIds.size > 0 ? tx.list('organisation', { id: [...organisationIds] }) : [],
  ])
  return {
    names: new Map(organisations.map(({ id, name }) => [id, name])),
    wheres: new Map(
      rounds.map(({ id, name, marketId, market, status }) => [
        id,
        { name: `${market}, ${name}`, marketId, status },
      ]),
    ),
  }
}

/** Name of the proposed act, as its form is titled. */
const proposed = (row: AnyRow): string => {
  const [kind, action] = [textValue(row, 'subjectKind') ?? '', textValue(row, 'action') ?? '']
  return allActions.find(one => one.on === kind && one.name === action)?.title ?? action
}

/** Returns the name of a thing within a sentence. */
const thingOf = (kind: StoredKind, row: AnyRow, owner: string, { names }: Around): string => {
  if (kind === 'round') return 'the market round'
  if ('capacity' in row) return `${owner} as ${capacityWithArticle(row.capacity)}`
  if (kind === 'agentAuthority') return `${names.get(textValue(row, 'agentId') ?? '') ?? ''} for ${owner}`
  if (kind === 'proposal') return proposed(row)
  return textValue(row, 'name') ?? textValue(row, 'displayName') ?? ''
}

/** Returns where a reader continues from the notice: the page of the thing, or else of its round. */
const pathOf = (kind: StoredKind, row: AnyRow, roundId: string | null, { wheres }: Around): string => {
  const marketId = (roundId !== null && wheres.get(roundId)?.marketId) || ''
  const round = roundId === null ? null : optionalPageAddress('round', { id: roundId, marketId })
  if (kind === 'agentAuthority') return `${round ?? '/'}?tab=agents`
  const type = kind === 'organisation' && 'companyNumber' in row ? row.type : 'PARTICIPANT'
  // Participants cannot open a draft: a planned round has a public page.
  if (kind === 'round' && 'expectedFrom' in row && row.status === 'Draft')
    return row.expectedFrom === null ? '/rounds' : `/rounds/${encodeURIComponent(row.id)}`
  const page = optionalPageAddress(kind, { id: row.id, marketId, roundId: roundId ?? '', type })
  return `${page ?? round ?? '/'}${'status' in row && kind === 'round' && row.status === 'Matched' ? '/review' : ''}`
}

/** True if only the person concerned gets the notice. */
const isOnlyOwn = ({ readers }: Notice): boolean => readers.every(one => one === 'person')

const rowFor = (one: NoticeToSend, row: AnyRow, around: Around): NoticeRow[] => {
  const { kind, id, to } = one
  const notice = findNotice(one.notice)
  if (!notice) return []
  const round = findRoundId<StoredKind>(kind, row)
  const ownerId = findOrganisationId<StoredKind>(kind, row)
  const owner = (ownerId !== null && around.names.get(ownerId)) || ''
  const area = textValue(row, 'lpaId')
  const status = textValue(row, 'status')
  const where = round === null ? undefined : around.wheres.get(round)
  const open = listPossibleActions(kind, status, kind === 'round' ? undefined : where?.status)
  return [
    {
      key: one.key,
      notice: one.notice,
      kind,
      id,
      round,
      owner: to && 'organisationId' in to ? (to.forClientId ?? to.organisationId) : ownerId,
      agency: kind === 'agentAuthority' ? textValue(row, 'agentId') : null,
      organisation: to && 'organisationId' in to ? to.organisationId : null,
      person: to && 'userId' in to ? to.userId : kind === 'user' ? id : textValue(row, 'proposedBy'),
      area: isInAreaOf(kind, row, area) ? area : null,
      readers: notice.readers,
      fits: one.fits ?? [],
      agentsWho: notice.agentsWho ?? null,
      waitsBy: notice.waits?.by ?? [],
      // A notice does not wait for actions that are impossible now.
      waitsFor: (notice.waits?.for ?? []).filter(name => open.includes(name)),
      isEach: notice.isPerOrganisation ?? false,
      insteadOf: notice.insteadOf ?? null,
      usual: notice.usually,
      isObligatory: notice.obligatory !== undefined,
      facts: {
        where: where?.name ?? '',
        thing: thingOf(kind, row, owner, around),
        owner,
        page: kind === 'user' && isOnlyOwn(notice) ? '/profile' : pathOf(kind, row, round, around),
        ...(status !== null && { status: statusLabel(kind, status) }),
        ...one.facts,
      },
    },
  ]
}

/** Returns all notices with what the database needs to find their readers; things that no longer exist are left out. */
export const buildNoticeRows = async (
  tx: Pick<StoreTransaction, 'list' | 'db'>,
  all: readonly NoticeToSend[],
): Promise<NoticeRow[]> => {
  const found = await Promise.all(
    groupBy(all, one => one.kind).map(async ([kind, some]) => {
      const its = await tx.list(kind, { id: [...new Set(some.map(({ id }) => id))] })
      return its.map(row => [`${kind} ${row.id}`, [kind, row]] as const)
    }),
  )
  const rows = new Map<string, readonly [StoredKind, AnyRow]>(found.flat())
  const around = await aroundOf(tx, [...rows.values()])
  return all.flatMap(one => {
    const its = rows.get(`${one.kind} ${one.id}`)
    return its ? rowFor(one, its[1], around) : []
  })
}
