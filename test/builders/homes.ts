import { expect } from 'vitest'
import { type ActionName, actionsOn } from '#actions/index'
import { available } from '#actions/kit/available'
import type { HomeView } from '#contract/home'
import type { PossibleDouble } from '#contract/organisation'
import { roundIdOf } from '#contract/ownership'
import { mayRead } from '#contract/read-access'
import type { NextThing } from '#contract/resource'
import type { Actor } from '#domain/actor'
import { dayOf, type Instant } from '#domain/dates'
import { COLLECTIONS, type Kind, type StoredKind, type SubjectOf } from '#domain/entities'
import { actorFor } from '#server/auth/sessions'
import { availableOn } from '#server/runner/available'
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

/** The list of the interface whose rows the page at a link shows. */
const listAt = (link: string): string => {
  const { pathname, searchParams } = new URL(link, 'http://market.example')
  const [, roundId] = /\/round\/([^/]+)$/.exec(pathname) ?? []
  if (pathname === '/queue') return `/api/queue?${searchParams}`
  if (pathname === '/projects') return `/api/projects?${searchParams}`
  if (pathname === '/credit-requirements') return `/api/requirements?${searchParams}`
  const list = { participants: 'participations', agents: 'agent-authorities' }[searchParams.get('tab') ?? '']
  if (!roundId || !list) throw new Error(`No list is known at ${link}`)
  return `/api/${list}?marketRoundId=${roundId}&status=${searchParams.get('status')}`
}

/** Pairs that look alike are told apart on the newer one. */
const doublesFor = async (reader: ReturnType<Place['as']>): Promise<Listed> => {
  const pairs = await reader.get<PossibleDouble[]>('/api/possible-doubles')
  return { total: pairs.length, items: pairs.map(({ newer }) => newer) }
}

const everybody = async ({ db, read }: Store): Promise<Actor[]> =>
  (await Promise.all((await read.list('user', {})).map(({ id }) => actorFor(db, id)))).filter(
    actor => actor !== undefined,
  )

const isList = (kind: Kind): boolean => COLLECTIONS.some(one => one === kind)

/** The names of the actions that an actor is offered on a thing now. */
const offered = async ({ store: { read }, now }: Place, actor: Actor, kind: Kind, id: string | null) => {
  if (isList(kind))
    return availableOn(kind, { id: kind, version: 0 }, actor, { round: undefined, today: dayOf(now()) })
  const subject = id === null ? undefined : await read.one(kind as StoredKind, id)
  if (!subject || !mayRead(kind as StoredKind, subject, actor)) return []
  const roundId = roundIdOf(kind, subject)
  const round = roundId === null ? undefined : await read.one('round', roundId)
  return availableOn(kind, subject, actor, { round, today: dayOf(now()) })
}

const isOffered = async (place: Place, actor: Actor, kind: Kind, id: string | null, action: string) =>
  (await offered(place, actor, kind, id)).some(one => one.id === action)

/** What is wrong with an item of somebody's home: it names nothing that is offered, or what bars it nobody can take away. */
const faultsOfItem = async (place: Place, all: readonly Actor[], actor: Actor, item: NextThing) => {
  const { on, action, count, missing, blockedBy = [], link } = item
  // What is in the queue is acted on there: what it holds and its number are compared where the queue is tested.
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

/** Everything on the homes of all people that they cannot act on, in sentences. */
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

/** Where nothing need follow any more. */
const FINAL: { readonly [K in StoredKind]?: readonly string[] } = {
  round: ['Settled'],
  participation: ['Registered', 'Withdrawn'],
  agentAuthority: ['Approved', 'Rejected'],
  project: ['Monitoring'],
  requirement: ['CreditsRedeemed', 'Retired'],
}

/** What leads on: every action but those that only talk or file. */
const STAYS = new Set<string>([
  'Comment',
  'ReplaceDocument',
  'Update',
  'AddToGroup',
  'RemoveFromGroup',
] satisfies ActionName[])

const leadsOn = (
  kind: Kind,
  subject: SubjectOf<Kind>,
  actor: Actor,
  around: Parameters<typeof available>[3],
) =>
  actionsOn(kind).some(
    action =>
      (action.to !== undefined || (action.moves?.length ?? 0) > 0) &&
      !STAYS.has(action.name) &&
      available(action, actor, subject, around) === true,
  )

/** The things of a round that are not at their end, and with which nobody can go on. A round that goes on takes them with it. */
const stranded = async ({ store, now }: Place, roundId: string): Promise<string[]> => {
  const { read } = store
  const all = await everybody(store)
  const round = await read.one('round', roundId)
  const around = { round, today: dayOf(now()) }
  const goesOn = (kind: StoredKind, row: SubjectOf<Kind>) =>
    all.some(actor => mayRead(kind, row as never, actor) && leadsOn(kind, row, actor, around))
  const isAtWork = round?.status === 'Pending' || round?.status === 'Matching'
  const isAlive = round !== undefined && (isAtWork || goesOn('round', round))
  const kinds = ['participation', 'agentAuthority', 'project', 'requirement'] as const
  const rows = await Promise.all(
    kinds.map(async kind => (await read.list(kind, { roundId })).map(row => ({ kind, row }))),
  )
  const ended = rows.flat().filter(({ kind, row }) => !FINAL[kind]?.includes(row.status))
  return [
    ...(round && round.status !== 'Settled' && !isAlive ? [`round ${round.status}`] : []),
    ...ended
      .filter(({ kind, row }) => !isAlive && !goesOn(kind, row))
      .map(({ kind, row }) => `${kind} ${row.id} ${row.status}`),
  ]
}

/** No home holds what its reader cannot act on, and nothing of the round is stranded. */
export const expectHonestHomes = async (place: Place, roundIds: readonly string[]): Promise<void> => {
  expect(await faultsOfHomes(place)).toEqual([])
  for (const roundId of roundIds) expect(await stranded(place, roundId)).toEqual([])
}
