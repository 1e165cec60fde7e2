import { expect } from 'vitest'
import { type ActionName, actionsOfKind } from '#actions/index'
import { checkAvailability } from '#actions/kit/available'
import type { HomeView } from '#contract/desk/home'
import type { PossibleDuplicate } from '#contract/people/organisation'
import { findRoundId } from '#contract/nouns/ownership'
import { mayRead } from '#contract/nouns/read-access'
import type { NextStep } from '#contract/kit/resource'
import type { Actor } from '#domain/people/actor'
import { utcDayOf, type Instant } from '@credit-market/values/dates'
import { COLLECTION_KINDS, type Kind, type StoredKind, type EntityOfKind } from '#domain/disclosure/entities'
import { UNSIGNED_PROJECT_STATUSES } from '#domain/project/project'
import { isOneOf } from '#domain/values/narrow'
import { readActor } from '#server/auth/sessions'
import { listAvailableActions } from '#server/runner/available'
import type { Store } from '#server/store/store'

interface Listed {
  total: number
  items: { id: string }[]
}

interface Place {
  store: Store
  as: (userId: string) => { get: <T>(path: string) => Promise<T> }
  now: () => Instant
}

/** The list of the API whose rows the linked page shows. */
const listAt = (link: string): string => {
  const { pathname, searchParams } = new URL(link, 'http://market.example')
  const [, roundId] = /\/round\/([^/]+)$/.exec(pathname) ?? []
  if (pathname === '/queue') return `/api/queue?${searchParams}`
  if (pathname === '/projects') return `/api/projects?${searchParams}`
  if (pathname === '/credit-requirements') return `/api/requirements?${searchParams}`
  const list = { participants: 'participations', agents: 'agent-authorities' }[searchParams.get('tab') ?? '']
  if (!roundId || !list) throw new Error(`Unknown list at ${link}`)
  return `/api/${list}?marketRoundId=${roundId}&status=${searchParams.get('status')}`
}

/** Duplicates are resolved on the newer organisation. */
const doublesFor = async (reader: ReturnType<Place['as']>): Promise<Listed> => {
  const pairs = await reader.get<PossibleDuplicate[]>('/api/possible-doubles')
  return { total: pairs.length, items: pairs.map(({ newer }) => newer) }
}

const everybody = async ({ db, read }: Store): Promise<Actor[]> =>
  (await Promise.all((await read.list('user', {})).map(({ id }) => readActor(db, id)))).filter(
    actor => actor !== undefined,
  )

const isList = (kind: Kind): boolean => COLLECTION_KINDS.some(one => one === kind)

/** The names of the actions that an actor can currently run on a subject. */
const offered = async ({ store: { read }, now }: Place, actor: Actor, kind: Kind, id: string | null) => {
  if (isList(kind))
    return listAvailableActions(kind, { id: kind, version: 0 }, actor, {
      round: undefined,
      today: utcDayOf(now()),
    })
  const subject = id === null ? undefined : await read.one(kind as StoredKind, id)
  if (!subject || !mayRead(kind as StoredKind, subject, actor)) return []
  const roundId = findRoundId(kind, subject)
  const round = roundId === null ? undefined : await read.one('round', roundId)
  return listAvailableActions(kind, subject, actor, { round, today: utcDayOf(now()) })
}

const isOffered = async (place: Place, actor: Actor, kind: Kind, id: string | null, action: string) =>
  (await offered(place, actor, kind, id)).some(one => one.id === action)

/**
 * The errors of an item on someone’s home page: it names nothing that is available, or an obstacle that no one can
 * remove.
 */
const faultsOfItem = async (place: Place, all: readonly Actor[], actor: Actor, item: NextStep) => {
  const { on, action, count, missing, blockedBy = [], link } = item
  // Everyone whom an open case concerns reads about the case, and someone can go on with the case.
  if (action === null && on.kind === 'case') {
    if (on.id === null) return link === '/cases' ? [] : ['leads to no list of cases']
    const ways = await Promise.all(all.map(other => offered(place, other, 'case', on.id)))
    return ways.some(({ length }) => length > 0) ? [] : ['is a case on which no one can act']
  }
  // Queue items are handled there: the tests of the queue compare content and count.
  if (action === null) return link.startsWith('/queue') ? [] : ['names no action']
  if (count !== undefined) {
    const reader = place.as(actor.userId ?? '')
    const { total, items } =
      link === '/possible-doubles' ? await doublesFor(reader) : await reader.get<Listed>(listAt(link))
    const unfit: string[] = []
    for (const { id } of items) if (!(await isOffered(place, actor, on.kind, id, action))) unfit.push(id)
    return [
      ...(total === count ? [] : [`says ${count}, but ${total} are listed`]),
      ...unfit.map(id => `${action} is not offered on ${id}, which is listed`),
    ]
  }
  if (!(await isOffered(place, actor, on.kind, on.id, action))) return [`${action} is not offered`]
  if (missing === undefined) return []
  const barred: string[] = blockedBy.length === 0 ? ['nobody can take away what is missing'] : []
  for (const one of blockedBy) {
    const who = one.whose === 'you' ? [actor] : all
    const can = await Promise.all(
      who.map(other => isOffered(place, other, one.on.kind, one.on.id, one.action)),
    )
    if (!can.includes(true)) barred.push(`${one.action} is not offered to ${one.whose}`)
  }
  return barred
}

/** Everything on anyone’s home page that they cannot act on, in sentences. */
const faultsOfHomes = async (place: Place): Promise<string[]> => {
  const all = await everybody(place.store)
  const faults = await Promise.all(
    all.map(async actor => {
      const { next } = await place.as(actor.userId ?? '').get<HomeView>('/api/home')
      const wrong = await Promise.all(
        next.map(async item =>
          (await faultsOfItem(place, all, actor, item)).map(
            fault => `${actor.userId}, “${item.text}”: ${fault}`,
          ),
        ),
      )
      return wrong.flat()
    }),
  )
  return faults.flat()
}

/** The final statuses, after which nothing need follow. */
const FINAL: { readonly [K in StoredKind]?: readonly string[] } = {
  round: ['Settled'],
  participation: ['Registered', 'Withdrawn'],
  agentAuthority: ['Approved', 'Rejected'],
  project: ['Monitoring'],
  requirement: ['CreditsRedeemed', 'Retired'],
  case: ['Closed', 'Dismissed'],
}

/** True at the end of a thing: by its status, or if no one signed, so that its land is free for another project. */
const isAtEnd = (kind: StoredKind, row: EntityOfKind<Kind> & { status: string }): boolean =>
  (FINAL[kind]?.includes(row.status) ?? false) ||
  (kind === 'project' &&
    row.status === 'Unmatched' &&
    'endedAs' in row &&
    isOneOf(UNSIGNED_PROJECT_STATUSES, row.endedAs))

/** Actions that do not move a subject on: those that only comment or file. */
const STAYS = new Set<string>([
  'Comment',
  'ReplaceDocument',
  'Update',
  'AddToGroup',
  'RemoveFromGroup',
] satisfies ActionName[])

const leadsOn = (
  kind: Kind,
  subject: EntityOfKind<Kind>,
  actor: Actor,
  around: Parameters<typeof checkAvailability>[3],
) =>
  actionsOfKind(kind).some(
    action =>
      (action.to !== undefined || (action.moves?.length ?? 0) > 0) &&
      !STAYS.has(action.name) &&
      checkAvailability(action, actor, subject, around) === true,
  )

/** The subjects of a round that are not at their end, and that no one can move on. An active round moves them on itself. */
const stranded = async ({ store, now }: Place, roundId: string): Promise<string[]> => {
  const { read } = store
  const all = await everybody(store)
  const round = await read.one('round', roundId)
  const around = { round, today: utcDayOf(now()) }
  const goesOn = (kind: StoredKind, row: EntityOfKind<Kind>) =>
    all.some(actor => mayRead(kind, row as never, actor) && leadsOn(kind, row, actor, around))
  const isAtWork = round?.status === 'Pending' || round?.status === 'Matching'
  const isAlive = round !== undefined && (isAtWork || goesOn('round', round))
  const kinds = ['participation', 'agentAuthority', 'project', 'requirement', 'case'] as const
  const rows = await Promise.all(
    kinds.map(async kind => (await read.list(kind, { roundId })).map(row => ({ kind, row }))),
  )
  const ended = rows.flat().filter(({ kind, row }) => !isAtEnd(kind, row))
  return [
    ...(round && round.status !== 'Settled' && !isAlive ? [`round ${round.status}`] : []),
    ...ended
      .filter(({ kind, row }) => !isAlive && !goesOn(kind, row))
      .map(({ kind, row }) => `${kind} ${row.id} ${row.status}`),
  ]
}

/** Checks that every home page lists only what its reader can act on, and that nothing of the round is stranded. */
export const expectActionableHomes = async (place: Place, roundIds: readonly string[]): Promise<void> => {
  expect(await faultsOfHomes(place)).toEqual([])
  for (const roundId of roundIds) expect(await stranded(place, roundId)).toEqual([])
}
