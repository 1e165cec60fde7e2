import { expect } from 'vitest'
import { allActions, findAction } from '#actions/index'
import { checkAvailability } from '#actions/kit/available'
import { NOTICES, type NoticeName, findNotice } from '#actions/notices/index'
import { findActionNotices } from '#actions/notices/told'
import { findOwnerId, findRoundId, textValue } from '#contract/nouns/ownership'
import { isInAreaOf, mayRead } from '#contract/nouns/read-access'
import { type Actor, isOperator } from '#domain/people/actor'
import { utcDayOf } from '@credit-market/values/dates'
import type { EntityMap, Kind, StoredKind } from '#domain/disclosure/entities'
import { readActors } from '#server/auth/sessions'
import { participantsForRound } from '../builders/fits.ts'
import type { Marketplace } from './history.ts'
import { expectRightRecipients } from './named.ts'

const kinds = [...new Set(allActions.map(({ on }) => on))]

const BY_ACTIONS = new Set<string>([
  'proposal-waiting',
  ...allActions.flatMap(({ on, name }) =>
    (findActionNotices(on, name)?.tells ?? []).map(({ notice }) => notice),
  ),
])
const readersAreNamed = (kind: string): boolean => findNotice(kind)?.readers.includes('named') ?? false
/** A notice that no action sends is due on a date, whatever happens meanwhile. */
const isReminder = (kind: string): boolean => !BY_ACTIONS.has(kind) && !readersAreNamed(kind)

/** Facts about the market at an instant. */
interface Around {
  actors: readonly Actor[]
  authorities: readonly EntityMap['agentAuthority'][]
  participations: readonly EntityMap['participation'][]
  organisations: readonly EntityMap['organisation'][]
  /** The participants that each opened round fits. */
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

/** All values of a notice except dates and page addresses: anything in them that looks like an amount is one. */
const wordsOf = ({ page: _page, ...facts }: Readonly<Record<string, string>>): string =>
  JSON.stringify(facts).replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, '')

/** The notices in the table for one entry of the log. */
const noticesFor = (entry: Entry, status: string | null): NoticeName[] => {
  // A proposed action has not happened yet.
  if (entry.action === 'Propose') return entry.subjectKind === 'proposal' ? ['proposal-waiting'] : []
  const names = kinds.flatMap((kind: Kind) =>
    (findActionNotices(kind, entry.action)?.tells ?? [])
      .filter(one => (one.of ?? kind) === entry.subjectKind && !NOTICES[one.notice].readers.includes('named'))
      .filter(one => !one.in || (status !== null && one.in.includes(status)))
      .filter(one => !one.when || one.when[1] === !entry.message.includes('not compliant'))
      .map(({ notice }) => notice),
  )
  return [...new Set(names)]
}

/** The recipients, calculated one by one from their relations to the subject. */
const readersOf = (
  name: NoticeName,
  kind: StoredKind,
  row: EntityMap[StoredKind],
  { actors, authorities, participations, organisations, fitting }: Around,
): string[] => {
  const { readers, agentsWho } = NOTICES[name]
  const into = textValue(row, 'mergedIntoId')
  // A merger notifies the people of the organisation that goes, who already belong to the other one.
  if (name === 'merged' && into === null) return []
  const owner = into ?? findOwnerId<StoredKind>(kind, row)
  const roundId = findRoundId<StoredKind>(kind, row)
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
    agency: ({ organisationId }) => kind === 'agentAuthority' && textValue(row, 'agentId') === organisationId,
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
    person: ({ userId }) => userId === (kind === 'user' ? row.id : textValue(row, 'proposedBy')),
  }
  return actors
    .filter(actor => readers.some(reader => isTied[reader]?.(actor) ?? false))
    .map(({ userId }) => userId ?? '')
}

/**
 * Follows notifications: after each step every notice in the table is in the inboxes of exactly its recipients, once,
 * with the email that they chose, and due dates are announced to everyone concerned. Every open item can be done by its
 * reader, or waits for the operator, and before the close none contains an amount.
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
      actors: await readActors(
        db,
        users.map(({ id }) => id),
      ),
      authorities,
      participations,
      organisations,
      fitting,
    }
    // The server keeps running meanwhile, so notices and entries are read at one instant.
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
        one =>
          findNotice(one.kind)?.insteadOf === name && one.subjectId === subjectId && one.userId === reader,
      )
    for (const entry of entries) {
      const kind = entry.subjectKind as StoredKind
      const row =
        noticesFor(entry, null).length > 0 || kinds.includes(kind)
          ? await read.one(kind, entry.subjectId)
          : undefined
      if (!row) continue
      for (const name of noticesFor(entry, entry.toStatus ?? textValue(row, 'status'))) {
        const { isOnce, readers } = findNotice(name) ?? {}
        if (readers?.includes('fitting') && 'bidderType' in row)
          fitting.set(row.id, await participantsForRound(read, row, utcDayOf(now())))
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
      const notice = findNotice(item.kind)
      const isAtOnce = notice?.obligatory !== undefined || notice?.usually === 'atOnce'
      const letter = letters.find(({ id }) => id === item.letterId)
      expect([item.kind, letter?.letter, letter?.userId, letter?.facts]).toEqual([
        item.kind,
        ...(isAtOnce ? [item.kind, item.userId, item.facts] : [undefined, undefined, undefined]),
      ])
      const reader = around.actors.find(({ userId }) => userId === item.userId)
      const row = await read.one(item.subjectKind, item.subjectId)
      // The message about a planned round repeats the public page. Its readers cannot open the draft itself.
      const isPublic = item.kind === 'round-planned'
      expect([item.kind, isPublic || (row && reader && mayRead(item.subjectKind, row, reader))]).toEqual([
        item.kind,
        true,
      ])
      const said = wordsOf(item.facts)
      const round = item.roundId === null ? undefined : await read.one('round', item.roundId)
      if (round && ['Draft', 'Open', 'Closed', 'OpenForBidsAndOffers'].includes(round.status))
        expect(said).not.toContain('£')
      for (const amount of amounts.filter(one => one > 10_000))
        expect(said).not.toMatch(new RegExp(`\\b${amount / 100}\\b|\\b${amount}\\b`))
    }
    await expectRightRecipients(store, items, around)
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
    const today = utcDayOf(now())
    const operators = actors.filter(isOperator)
    for (const item of all.filter(one => one.waitsFor.length > 0 && one.endedAt === null)) {
      const reader = actors.find(({ userId }) => userId === item.userId)
      if (!reader) continue
      const row = await read.one(item.subjectKind, item.subjectId)
      const roundId = row ? findRoundId<StoredKind>(item.subjectKind, row) : null
      const round = roundId === null ? undefined : await read.one('round', roundId)
      const can = [reader, ...operators].some(actor =>
        item.waitsFor.some(name => {
          const action = findAction(item.subjectKind, name)
          return action && row && checkAvailability(action, actor, row, { round, today }) === true
        }),
      )
      // The server keeps running: items that it has ended since are not open any more.
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
        textValue(row ?? {}, 'status'),
        round?.status,
        can,
      ]).toEqual([item.kind, item.userId, item.waitsFor, textValue(row ?? {}, 'status'), round?.status, true])
    }
  }
}
