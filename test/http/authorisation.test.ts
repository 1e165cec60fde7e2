import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionsOfKind, findAction } from '#actions/index'
import { COLLECTION_KINDS, type Kind, type StoredKind } from '#domain/disclosure/entities'
import { apiAddress } from '#contract/nouns/nouns'
import { submissionOf, type World, world } from '../builders/world.ts'
import { PERMISSION_LINES } from '../permissions.ts'

/** The number of items of each kind that are tried per reader in the everyday run; SOAK_THINGS sets it for a long run. */
const THINGS = Number(process.env.SOAK_THINGS) || 3

/** Some people of each kind: staff, authorities, agents, suppliers, buyers and an investor. */
const READERS = [
  ...['sysadmin', 'operator', 'lpa.somerset', 'lpa.winchester', 'bram', 'cass', 'dilys'],
  ...['mossgallant.su03', 'fallowmarten.su22', 'alba.bu01', 'rosa.bu18', 'tamsin.in01'],
]
const KINDS = [
  ...(['market', 'round', 'organisation', 'user', 'participation', 'agentAuthority', 'project'] as const),
  ...(['projectGroup', 'requirement', 'requirementGroup', 'standard', 'declaration', 'lpa'] as const),
]
const OWNER: Partial<Record<StoredKind, string>> = {
  organisation: 'id',
  participation: 'organisationId',
  agentAuthority: 'clientId',
  project: 'supplierId',
  projectGroup: 'supplierId',
  requirement: 'buyerId',
  requirementGroup: 'buyerId',
}
/** The action to register again in another round, for which an authority in any round may be enough. */
const IN_ANOTHER_ROUND = 'Reregister'
/** The same answer as for a missing item. */
const NOT_FOUND = { status: 404, body: { error: 'Not found' } }

type Row = { id: string; version: number } & Record<string, string | null | undefined>
interface Authority {
  clientId: string
  roundId: string
  permissions: readonly string[]
  hasEnded: boolean
}
interface Reader {
  name: string
  groups: readonly string[]
  organisation: { id: string; type: string; lpaId: string | null }
  authorities: Authority[]
}

let market: World
let readers: Reader[]
let things: { kind: StoredKind; row: Row }[]
const rounds = new Map<string, string>()

const listed = async (kind: StoredKind): Promise<Row[]> =>
  (await market.store.read.list(kind, {})) as unknown as Row[]

beforeAll(async () => {
  market = await world({ works: false })
  for (const { id, status } of await listed('round')) rounds.set(id, String(status))
  things = (
    await Promise.all(KINDS.map(async kind => (await listed(kind)).map(row => ({ kind, row }))))
  ).flat()
  const organisations = await listed('organisation')
  const approved = (await market.store.read.list('agentAuthority', {})).filter(
    ({ status }) => status === 'Approved',
  )
  readers = (await market.store.read.list('user', { id: READERS })).map(user => ({
    name: user.id,
    groups: user.groups,
    organisation: organisations.find(({ id }) => id === user.organisationId) as never,
    authorities: approved
      .filter(({ agentId }) => agentId === user.organisationId)
      .map(held => ({ ...held, hasEnded: rounds.get(held.roundId) === 'Settled' })),
  }))
})
afterAll(() => market.close())

/** A part of a list that differs between readers and is the same in every run. */
const shareOf = <T>(list: readonly T[], seed: string): T[] => {
  const step = Math.max(1, Math.floor(list.length / THINGS))
  const first = seed.split('').reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % step
  return list.filter((_, index) => index % step === first)
}
/** A part of each kind of items that this reader may read, or may not. */
const shareFor = (reader: Reader, mayRead: 'yes' | 'no') =>
  KINDS.flatMap(kind =>
    shareOf(
      things.filter(thing => thing.kind === kind && byTable(reader, kind, thing.row, 'Read') === mayRead),
      reader.name,
    ),
  )

const roundOf = (kind: string, row: Row): string | null => (kind === 'round' ? row.id : (row.roundId ?? null))

/** The names that the permission table gives to this reader for this item. */
const callings = (reader: Reader, kind: Kind, row: Row | null, action: string): string[] => {
  const { groups, organisation, authorities } = reader
  const owner = row && OWNER[kind as StoredKind] ? row[OWNER[kind as StoredKind] as string] : null
  const round = row && action !== IN_ANOTHER_ROUND ? roundOf(kind, row) : null
  const holds = (permission: string) =>
    authorities.some(
      held =>
        held.permissions.includes(permission) &&
        (action === 'Read' || !held.hasEnded) &&
        (owner === null || held.clientId === owner) &&
        (round === null || held.roundId === round),
    )
  const concernedIds = (row as { concernedIds?: readonly string[] } | null)?.concernedIds ?? []
  const is: Record<string, boolean> = {
    everyone: true,
    concerned: concernedIds.includes(organisation.id),
    'agent-of-round': authorities.some(
      held => held.roundId === round && [owner, ...concernedIds].includes(held.clientId),
    ),
    operator: groups.includes('admin') || groups.includes('sysadmin'),
    participants: organisation.type === 'PARTICIPANT',
    owner: organisation.type === 'PARTICIPANT' && owner === organisation.id,
    member: row !== null && (kind === 'organisation' ? row.id : row.organisationId) === organisation.id,
    agency: organisation.type === 'AGENT' && kind === 'organisation' && row?.id === organisation.id,
    'named-agent': row?.agentId === organisation.id,
    'agent-registers': holds('RegisterForRound'),
    'agent-offers': holds('MakeOffersOrBids'),
    'planning-authority': organisation.lpaId !== null && row?.lpaId === organisation.lpaId,
  }
  return Object.keys(is).filter(calling => is[calling])
}

const admits = (cell: readonly string[], value: string | null | undefined): boolean =>
  cell.includes('any') || cell.includes(String(value))

/** The table’s verdict on an action: no, yes, or only if a condition outside the table holds. */
const byTable = (reader: Reader, kind: Kind, row: Row | null, action: string): 'no' | 'yes' | 'perhaps' => {
  const is = callings(reader, kind, row, action)
  if (action !== 'Read') is.push('readers')
  const round = row && kind !== 'round' ? rounds.get(roundOf(kind, row) ?? '') : null
  const admitting = PERMISSION_LINES.filter(
    line =>
      line.subject === kind &&
      line.action === action &&
      line.who.some(who => is.includes(who)) &&
      admits(line.statuses, kind === 'organisation' ? row?.type : row?.status) &&
      admits(line.rounds, round),
  )
  if (admitting.length === 0) return 'no'
  const hangsOnDay = findAction(kind, action)?.window !== undefined && !is.includes('operator')
  return hangsOnDay || admitting.every(({ guard }) => guard !== '') ? 'perhaps' : 'yes'
}

const askAs =
  ({ name }: Reader) =>
  async (path: string, init?: RequestInit) => {
    const { status, body } = await market.as(name).send(path, init)
    return { status, body }
  }
const namesOf = (kind: Kind) =>
  actionsOfKind(kind)
    .filter(action => action.who.every(who => who.name !== 'system'))
    .map(({ name }) => name)
const differences = (reader: Reader, kind: Kind, row: Row | null, offered: readonly string[]) =>
  namesOf(kind).flatMap(action => {
    const said = byTable(reader, kind, row, action)
    const is = offered.includes(action)
    return said === 'perhaps' || (said === 'yes') === is
      ? []
      : [
          `${reader.name}, ${kind} ${row?.id ?? ''} ${row?.status ?? ''}: ${action} ${is ? 'offered' : 'not offered'}`,
        ]
  })
const offeredIn = (body: unknown) => (body as { actions: { id: string }[] }).actions.map(({ id }) => id)
const entries = async () =>
  (
    await market.store.db
      .selectFrom('activity')
      .select(({ fn }) => fn.countAll().as('count'))
      .execute()
  )[0]?.count

describe('actions that the API offers', () => {
  it.each(READERS)('to %s on each subject match the permission table', async name => {
    const reader = readers.find(one => one.name === name)!
    const seen = shareFor(reader, 'yes')
    expect(seen.length).toBeGreaterThan(5)
    for (const { kind, row } of seen) {
      const { status, body } = await askAs(reader)(apiAddress(kind, row.id))
      expect([name, kind, row.id, status]).toEqual([name, kind, row.id, 200])
      expect(differences(reader, kind, row, offeredIn(body))).toEqual([])
    }
  })

  it.each(READERS)('to %s on each list match the permission table', async name => {
    const reader = readers.find(one => one.name === name)!
    for (const kind of COLLECTION_KINDS) {
      const { body } = await askAs(reader)(`${apiAddress(kind, '').replace(/\/$/, '')}?limit=1`)
      expect([kind, differences(reader, kind, null, offeredIn(body))]).toEqual([kind, []])
    }
  })
})

describe('things that the reader may not access', () => {
  it.each(READERS)('are not found for %s, to read or to act on, by any path', async name => {
    const reader = readers.find(one => one.name === name)!
    const ask = askAs(reader)
    const before = await entries()
    for (const { kind, row } of shareFor(reader, 'no')) {
      const [action = ''] = shareOf(namesOf(kind), row.id)
      const { id } = row
      const self = apiAddress(kind, id)
      const act = `${self}/action/${action}`
      const seen = await ask(self)
      // Participants read who an agency is, and nothing under it (decision 0150).
      if (kind === 'organisation' && row.type === 'AGENT' && reader.organisation.type === 'PARTICIPANT')
        expect([name, self, seen.status, offeredIn(seen.body)]).toEqual([name, self, 200, []])
      else expect([name, self, seen]).toEqual([name, self, NOT_FOUND])
      expect([name, act, await ask(act)]).toEqual([name, act, NOT_FOUND])
      expect([name, act, await ask(act, submissionOf({ values: {} }))]).toEqual([name, act, NOT_FOUND])
      for (const under of [
        `/api/activity?subjectType=${kind}&subjectId=${id}`,
        `/api/comments?subjectType=${kind}&subjectId=${id}`,
        `/api/mentionable?subjectType=${kind}&subjectId=${id}`,
        `/api/files?ownerType=${kind}&ownerId=${id}`,
        `/api/location/${id}?ownerType=${kind}&ownerId=${id}`,
        ...(kind === 'project' ? ['certification', 'verification'].map(of => `${self}/${of}`) : []),
        ...(kind === 'requirement' ? [`${self}/supply`] : []),
        ...(kind === 'round'
          ? ['summary', 'standards', 'match', 'match-review'].map(of => `${self}/${of}`)
          : []),
      ])
        expect([name, under, await ask(under)]).toEqual([name, under, NOT_FOUND])
    }
    expect(await entries()).toBe(before)
  })

  it.each(READERS)('are refused to %s as actions when they are not offered', async name => {
    const reader = readers.find(one => one.name === name)!
    const before = await entries()
    for (const { kind, row } of shareFor(reader, 'yes')) {
      const refused = namesOf(kind).filter(action => byTable(reader, kind, row, action) === 'no')
      for (const action of shareOf(refused, row.id)) {
        const path = `${apiAddress(kind, row.id)}/action/${action}`
        const { status } = await askAs(reader)(path, submissionOf({ values: {} }))
        expect([name, path, [403, 409].includes(status), status]).toEqual([name, path, true, status])
      }
    }
    expect(await entries()).toBe(before)
  })

  it.each(READERS)('are hidden from %s with their documents and credits', async name => {
    const reader = readers.find(one => one.name === name)!
    const ask = askAs(reader)
    const of = (kind: string, id: string | null | undefined) =>
      things.find(thing => thing.kind === kind && thing.row.id === id)
    const mayReadOf = (kind: string, id: string | null | undefined): boolean => {
      const found = of(kind, id)
      return found !== undefined && byTable(reader, found.kind, found.row, 'Read') === 'yes'
    }
    const isOperator = reader.organisation.type === 'OPER'
    for (const row of shareOf(await listed('filedDocument'), name)) {
      const may = row.ownerKind === 'round' ? isOperator : mayReadOf(String(row.ownerKind), row.ownerId)
      const { status } = await ask(`/api/file/${row.id}`)
      expect([name, row.ownerKind, row.ownerId, status]).toEqual([
        name,
        row.ownerKind,
        row.ownerId,
        may ? 200 : 404,
      ])
    }
    for (const row of shareOf(await listed('credit'), name)) {
      const may = mayReadOf('project', row.projectId) || mayReadOf('requirement', row.requirementId)
      const { status } = await ask(`/api/credit/${row.id}`)
      expect([name, row.id, status]).toEqual([name, row.id, may || isOperator ? 200 : 404])
    }
  })

  it('get the same answer as things that do not exist, also for the operator', async () => {
    for (const kind of KINDS) {
      const self = apiAddress(kind, 'not-there')
      const act = `${self}/action/${namesOf(kind)[0]}`
      const { status, body } = await market.as('operator').send(self)
      expect([kind, { status, body }]).toEqual([kind, NOT_FOUND])
      const acted = await market.as('operator').send(act, submissionOf({ values: {} }))
      expect([kind, { status: acted.status, body: acted.body }]).toEqual([kind, NOT_FOUND])
    }
  })

  it('are closed to visitors, as everything is', async () => {
    for (const { kind, row } of KINDS.flatMap(of => things.filter(thing => thing.kind === of).slice(0, 1))) {
      const path = apiAddress(kind, row.id)
      expect([path, (await market.stranger.send(path)).status]).toEqual([path, 401])
      const act = `${path}/action/${namesOf(kind)[0]}`
      expect([act, (await market.stranger.send(act, submissionOf({ values: {} }))).status]).toEqual([
        act,
        401,
      ])
    }
  })
})
