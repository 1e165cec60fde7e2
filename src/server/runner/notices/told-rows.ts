import { allActions } from '#actions/index'
import { noticeOf, type NoticeName } from '#actions/notices/index'
import type { Notice } from '#actions/notices/notice'
import { pageOf, statusLabel } from '#contract/nouns'
import { organisationOf, roundIdOf, textIn } from '#contract/ownership'
import { isInAreaOf } from '#contract/read-access'
import { inSentence } from '#domain/capacity'
import type { Entities, StoredKind } from '#domain/entities'
import { grouped } from '#domain/grouped'
import type { NoticeFacts } from '#domain/notice'
import type { Tx } from '../../store/store.ts'
import { possible } from './end.ts'

/** A notice of a thing that is to be told; `key` is the same when the same is told again, so that it is told once. */
export interface ToTell {
  notice: NoticeName
  kind: StoredKind
  id: string
  key: string
  /** What only whoever tells it knows. */
  facts?: NoticeFacts
  /** Whom the action names, where it does: for whose sake, if it is a client's. */
  /** The organisations whom a round fits, where they are told. */
  fits?: readonly string[]
  to?: { userId: string } | { organisationId: string; forClientId?: string }
}

/** The same with everything that its readers are found by, as the database is given it. */
export interface ToldRow {
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
type AnyRow = Entities[StoredKind]

/** What the things are called and where they are: a few statements for all of them together. */
const aroundOf = async (
  tx: Pick<Tx, 'list' | 'db'>,
  rows: readonly (readonly [StoredKind, AnyRow])[],
): Promise<Around> => {
  const roundIds = new Set(rows.flatMap(([kind, row]) => roundIdOf<StoredKind>(kind, row) ?? []))
  const organisationIds = new Set(
    rows.flatMap(([kind, row]) =>
      [organisationOf<StoredKind>(kind, row) ?? [], textIn(row, 'agentId') ?? []].flat(),
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

/** What is proposed, as its form is called. */
const proposed = (row: AnyRow): string => {
  const [kind, action] = [textIn(row, 'subjectKind') ?? '', textIn(row, 'action') ?? '']
  return allActions.find(one => one.on === kind && one.name === action)?.title ?? action
}

/** What a thing is called in a sentence. */
const thingOf = (kind: StoredKind, row: AnyRow, owner: string, { names }: Around): string => {
  if (kind === 'round') return 'the market round'
  if ('capacity' in row) return `${owner} as ${inSentence(row.capacity)}`
  if (kind === 'agentAuthority') return `${names.get(textIn(row, 'agentId') ?? '') ?? ''} for ${owner}`
  if (kind === 'proposal') return proposed(row)
  return textIn(row, 'name') ?? textIn(row, 'displayName') ?? ''
}

/** Where a reader goes on from the notice: the page of the thing, else that of its round. */
const pathOf = (kind: StoredKind, row: AnyRow, roundId: string | null, { wheres }: Around): string => {
  const marketId = (roundId !== null && wheres.get(roundId)?.marketId) || ''
  const round = roundId === null ? null : pageOf('round', { id: roundId, marketId })
  if (kind === 'agentAuthority') return `${round ?? '/'}?tab=agents`
  const type = kind === 'organisation' && 'companyNumber' in row ? row.type : 'PARTICIPANT'
  const page = pageOf(kind, { id: row.id, marketId, roundId: roundId ?? '', type })
  return `${page ?? round ?? '/'}${'status' in row && kind === 'round' && row.status === 'Matched' ? '/review' : ''}`
}

/** Is it only for the person whom it is about? */
const isOnlyOwn = ({ readers }: Notice): boolean => readers.every(one => one === 'person')

const rowFor = (one: ToTell, row: AnyRow, around: Around): ToldRow[] => {
  const { kind, id, to } = one
  const notice = noticeOf(one.notice)
  if (!notice) return []
  const round = roundIdOf<StoredKind>(kind, row)
  const ownerId = organisationOf<StoredKind>(kind, row)
  const owner = (ownerId !== null && around.names.get(ownerId)) || ''
  const area = textIn(row, 'lpaId')
  const status = textIn(row, 'status')
  const where = round === null ? undefined : around.wheres.get(round)
  const open = possible(kind, status, kind === 'round' ? undefined : where?.status)
  return [
    {
      key: one.key,
      notice: one.notice,
      kind,
      id,
      round,
      owner: to && 'organisationId' in to ? (to.forClientId ?? to.organisationId) : ownerId,
      agency: kind === 'agentAuthority' ? textIn(row, 'agentId') : null,
      organisation: to && 'organisationId' in to ? to.organisationId : null,
      person: to && 'userId' in to ? to.userId : kind === 'user' ? id : textIn(row, 'proposedBy'),
      area: isInAreaOf(kind, row, area) ? area : null,
      readers: notice.readers,
      fits: one.fits ?? [],
      agentsWho: notice.agentsWho ?? null,
      waitsBy: notice.waits?.by ?? [],
      // What cannot be done now is not waited for.
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

/** Everything that is to be told, with what the database needs to find its readers; what is no more there is told to nobody. */
export const toldRows = async (tx: Pick<Tx, 'list' | 'db'>, all: readonly ToTell[]): Promise<ToldRow[]> => {
  const found = await Promise.all(
    grouped(all, one => one.kind).map(async ([kind, some]) => {
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
