import { expect } from 'vitest'
import { allActions, findAction } from '#actions/index'
import { available } from '#actions/kit/available'
import { NOTICES, type NoticeName, noticeOf } from '#actions/notices/index'
import { toldBy } from '#actions/notices/told'
import { ownerOf, roundIdOf, textIn } from '#contract/ownership'
import { isInAreaOf, mayRead } from '#contract/read-access'
import { type Actor, isOperator } from '#domain/actor'
import { dayOf } from '#domain/dates'
import type { Entities, Kind, StoredKind } from '#domain/entities'
import { actorsFor } from '#server/auth/sessions'
import { whomItFits } from '../builders/fits.ts'
import type { Marketplace } from './history.ts'
import { expectNamedRight } from './named.ts'

const kinds = [...new Set(allActions.map(({ on }) => on))]

const BY_ACTIONS = new Set<string>([
  'proposal-waiting',
  ...allActions.flatMap(({ on, name }) => (toldBy(on, name)?.tells ?? []).map(({ notice }) => notice)),
])
const readersAreNamed = (kind: string): boolean => noticeOf(kind)?.readers.includes('named') ?? false
/** What no action tells is told when its day comes, whatever is done meanwhile. */
const isReminder = (kind: string): boolean => !BY_ACTIONS.has(kind) && !readersAreNamed(kind)

/** What the law knows of the market at a moment. */
interface Around {
  actors: readonly Actor[]
  authorities: readonly Entities['agentAuthority'][]
  participations: readonly Entities['participation'][]
  organisations: readonly Entities['organisation'][]
  /** The participants whom each round fits that was opened. */
  fitting: ReadonlyMap<string, ReadonlySet<string>>
}

interface Entry {
  action: string
  actorId: string | null
  subjectKind: string
  subjectId: string
  toStatus: string | null
  message: string
}

/** All that a notice says but days, and the addresses of pages: what in it looks like an amount is one. */
const wordsOf = ({ page: _page, ...facts }: Readonly<Record<string, string>>): string =>
  JSON.stringify(facts).replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, '')

/** The notices that the table has for one entry of the log. */
const noticesFor = (entry: Entry, status: string | null): NoticeName[] => {
  // What is proposed is no action yet.
  if (entry.action === 'Propose') return entry.subjectKind === 'proposal' ? ['proposal-waiting'] : []
  const names = kinds.flatMap((kind: Kind) =>
    (toldBy(kind, entry.action)?.tells ?? [])
      .filter(one => (one.of ?? kind) === entry.subjectKind && !NOTICES[one.notice].readers.includes('named'))
      .filter(one => !one.in || (status !== null && one.in.includes(status)))
      .filter(one => !one.when || one.when[1] === !entry.message.includes('not compliant'))
      .map(({ notice }) => notice),
  )
  return [...new Set(names)]
}

/** Who is to be told, worked out one by one from what ties them to the thing. */
const readersOf = (
  name: NoticeName,
  kind: StoredKind,
  row: Entities[StoredKind],
  { actors, authorities, participations, organisations, fitting }: Around,
): string[] => {
  const { readers, agentsWho } = NOTICES[name]
  const into = textIn(row, 'mergedIntoId')
  // Of a merger the people of the organisation that goes are told, who belong to the other by now.
  if (name === 'merged' && into === null) return []
  const owner = into ?? ownerOf<StoredKind>(kind, row)
  const roundId = roundIdOf<StoredKind>(kind, row)
  const held = authorities.filter(one => one.roundId === roundId && one.status === 'Approved')
  const taking = participations.filter(one => one.roundId === roundId && one.status !== 'Withdrawn')
  const isTied: Record<string, (actor: Actor) => boolean> = {
    owner: ({ organisationId }) => owner !== null && organisationId === owner,
    agents: ({ organisationId }) =>
      held.some(
        one =>
          one.clientId === owner &&
          one.agentId === organisationId &&
          (!agentsWho || one.permissions.includes(agentsWho)),
      ),
    agency: ({ organisationId }) => kind === 'agentAuthority' && textIn(row, 'agentId') === organisationId,
    operator: isOperator,
    authority: ({ lpaId, organisationType }) => organisationType === 'LPA' && isInAreaOf(kind, row, lpaId),
    participants: ({ organisationId }) =>
      taking.some(one => one.organisationId === organisationId) ||
      held.some(one => one.agentId === organisationId),
    fitting: ({ organisationId }) =>
      organisations.some(
        one =>
          fitting.get(row.id)?.has(one.id) &&
          (one.id === organisationId || (one.claimedAt === null && one.broughtById === organisationId)),
      ),
    person: ({ userId }) => userId === (kind === 'user' ? row.id : textIn(row, 'proposedBy')),
  }
  return actors
    .filter(actor => readers.some(reader => isTied[reader]?.(actor) ?? false))
    .map(({ userId }) => userId ?? '')
}

/**
 * Follows what people are told: after each step every notice of the table is in the inboxes of exactly its readers, once, with
 * the letter that they want, and what falls due is told to all whom it concerns; all that is open can be done by its reader, or is waited for from the operator; and before the
 * close no amount is in any of it.
 */
export const followNotices = ({ store, now }: Marketplace) => {
  const { db, read } = store
  const seen = new Set<string>()
  const toldOnce = new Set<string>()
  let last = 0
  const amountsIn = async (): Promise<number[]> => {
    const sealed = await read.list('round', { status: 'OpenForBidsAndOffers' })
    const roundId = sealed.map(({ id }) => id)
    const [projects, requirements] = await Promise.all([
      read.list('project', { roundId }),
      read.list('requirement', { roundId }),
    ])
    return [...projects.map(({ offer }) => offer), ...requirements.map(({ bid }) => bid)].flatMap(
      amount => amount ?? [],
    )
  }
  return async (): Promise<void> => {
    const [users, authorities, participations, organisations] = await Promise.all([
      read.list('user', {}),
      read.list('agentAuthority', {}),
      read.list('participation', {}),
      read.list('organisation', {}),
    ])
    const fitting = new Map<string, ReadonlySet<string>>()
    const around = {
      actors: await actorsFor(
        db,
        users.map(({ id }) => id),
      ),
      authorities,
      participations,
      organisations,
      fitting,
    }
    // The server goes on by itself meanwhile: what is told and what is done are read at one moment.
    const [entries, upTo, letters] = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async moment => [
        await moment
          .selectFrom('activity')
          .select(['id', 'action', 'actorId', 'subjectKind', 'subjectId', 'toStatus', 'message'])
          .where('id', '>', last)
          .orderBy('id')
          .execute(),
        await moment.selectFrom('inboxItem').selectAll().execute(),
        await moment
          .selectFrom('mailOutbox')
          .select(['id', 'letter', 'userId', 'facts'])
          .where('userId', 'is not', null)
          .execute(),
      ])
    last = entries.at(-1)?.id ?? last
    const items = upTo.filter(({ id }) => !seen.has(id))
    for (const { id } of items) seen.add(id)

    const expected: string[] = []
    const toldMore = (name: string, subjectId: string, reader: string): boolean =>
      items.some(
        one => noticeOf(one.kind)?.insteadOf === name && one.subjectId === subjectId && one.userId === reader,
      )
    for (const entry of entries) {
      const kind = entry.subjectKind as StoredKind
      const row =
        noticesFor(entry, null).length > 0 || kinds.includes(kind)
          ? await read.one(kind, entry.subjectId)
          : undefined
      if (!row) continue
      for (const name of noticesFor(entry, entry.toStatus ?? textIn(row, 'status'))) {
        const { isOnce, readers } = noticeOf(name) ?? {}
        if (readers?.includes('fitting') && 'bidderType' in row)
          fitting.set(row.id, await whomItFits(read, row, dayOf(now())))
        for (const reader of readersOf(name, kind, row, around)) {
          const one = `${name} ${entry.subjectId} ${reader}`
          if (isOnce && toldOnce.has(one)) continue
          toldOnce.add(one)
          if (reader !== entry.actorId && !toldMore(name, entry.subjectId, reader))
            expected.push(`${name} ${kind} ${entry.subjectId} ${reader}`)
        }
      }
    }
    const ofOne = ({ kind, subjectKind, subjectId }: (typeof items)[number]) =>
      `${kind} ${subjectKind} ${subjectId}`
    const reminders = items.filter(({ kind }) => isReminder(kind))
    for (const one of new Map(reminders.map(item => [ofOne(item), item])).values()) {
      const { kind: name, subjectKind, subjectId } = one
      const group = reminders.filter(item => ofOne(item) === ofOne(one))
      const row = await read.one(subjectKind, subjectId)
      const readers = row ? readersOf(name as NoticeName, subjectKind, row, around) : []
      const each = Math.ceil(group.length / readers.length)
      const told = readers.flatMap(reader => Array.from({ length: each }, () => reader))
      expect([name, group.map(({ userId }) => userId).toSorted()]).toEqual([name, told.toSorted()])
    }
    const byTable = items.filter(({ kind }) => BY_ACTIONS.has(kind) && !readersAreNamed(kind))
    expect(
      byTable.map(one => `${one.kind} ${one.subjectKind} ${one.subjectId} ${one.userId}`).toSorted(),
    ).toEqual(expected.toSorted())

    expect(new Set(letters.map(({ id }) => id)).size).toBe(upTo.filter(one => one.letterId !== null).length)
    const amounts = await amountsIn()
    for (const item of items) {
      const notice = noticeOf(item.kind)
      const isAtOnce = notice?.obligatory !== undefined || notice?.usually === 'atOnce'
      const letter = letters.find(({ id }) => id === item.letterId)
      expect([item.kind, letter?.letter, letter?.userId, letter?.facts]).toEqual([
        item.kind,
        ...(isAtOnce ? [item.kind, item.userId, item.facts] : [undefined, undefined, undefined]),
      ])
      const reader = around.actors.find(({ userId }) => userId === item.userId)
      const row = await read.one(item.subjectKind, item.subjectId)
      expect([item.kind, row && reader && mayRead(item.subjectKind, row, reader)]).toEqual([item.kind, true])
      const said = wordsOf(item.facts)
      const round = item.roundId === null ? undefined : await read.one('round', item.roundId)
      if (round && ['Draft', 'Open', 'Closed', 'OpenForBidsAndOffers'].includes(round.status))
        expect(said).not.toContain('£')
      for (const amount of amounts.filter(one => one > 10_000))
        expect(said).not.toMatch(new RegExp(`\\b${amount / 100}\\b|\\b${amount}\\b`))
    }
    await expectNamedRight(store, items, around)
    await expectOpenOnes(upTo, around)
  }

  async function expectOpenOnes(
    all: readonly {
      id: string
      kind: string
      userId: string
      subjectKind: StoredKind
      subjectId: string
      waitsFor: string[]
      endedAt: string | null
    }[],
    { actors }: Around,
  ): Promise<void> {
    const today = dayOf(now())
    const operators = actors.filter(isOperator)
    for (const item of all.filter(one => one.waitsFor.length > 0 && one.endedAt === null)) {
      const reader = actors.find(({ userId }) => userId === item.userId)
      if (!reader) continue
      const row = await read.one(item.subjectKind, item.subjectId)
      const roundId = row ? roundIdOf<StoredKind>(item.subjectKind, row) : null
      const round = roundId === null ? undefined : await read.one('round', roundId)
      const can = [reader, ...operators].some(actor =>
        item.waitsFor.some(name => {
          const action = findAction(item.subjectKind, name)
          return action && row && available(action, actor, row, { round, today }) === true
        }),
      )
      // The server goes on by itself: what it has ended since is not open any more.
      const { endedAt } = can
        ? item
        : await db
            .selectFrom('inboxItem')
            .select('endedAt')
            .where('id', '=', item.id)
            .executeTakeFirstOrThrow()
      if (endedAt !== null) continue
      expect([
        item.kind,
        item.userId,
        item.waitsFor,
        textIn(row ?? {}, 'status'),
        round?.status,
        can,
      ]).toEqual([item.kind, item.userId, item.waitsFor, textIn(row ?? {}, 'status'), round?.status, true])
    }
  }
}
