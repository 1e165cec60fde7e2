import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addYears, dayOf } from '#domain/dates'
import { random } from '#matching/pricing/random'
import type { SecondPersonFor } from '#domain/proposal'
import type { User } from '#domain/user'
import type { Done } from '#contract/form'
import { admittedFromStart } from '#server/auth/joining'
import { addUser } from '#server/auth/accounts'
import { certify } from '../builders/seal.ts'
import { openFileStore } from '#server/files/file-store'
import { openRuntime } from '#server/open-runtime'
import { connect } from '#server/store/database'
import { openStore, type Store } from '#server/store/store'
import { lapseProposals } from '#server/tasks/lapse-proposals'
import { retireEnded } from '#server/tasks/retire-ended'
import { runJobs } from '#server/tasks/schedule'
import { expectHonestTrail } from '../builders/honest-trail.ts'
import { newcomers, operatorIn } from '../builders/installation.ts'
import { copyOf } from '../builders/templates.ts'
import { bundleServer } from '../faults/process.ts'
import { doomedMarket } from './doomed.ts'
import { LEAST_STEPS, type Marketplace, play, type Step } from './history.ts'
import { invariantsOf } from './invariants.ts'

/** The everyday run plays one; SOAK_HISTORIES says how many a long one does, in markets side by side. */
const SOAK = Number(process.env.SOAK_HISTORIES)
const HISTORIES = SOAK || 1
/** PostgreSQL has room for the connections of three servers and their followers. */
const MARKETS = SOAK ? 3 : 1
const KILLS = Math.min(HISTORIES, SOAK ? 20 : 1)
/** Who needs a second person in each of the markets, all of which a long run has. */
const SECOND_PERSONS = SOAK ? (['nobody', 'operator'] as const) : (['operator'] as const)
const FIRST = Number(process.env.SOAK_FIRST_HISTORY) || 1

/** Is the server killed in this history? So it is in as many as `KILLS` says, spread over all. */
const isDeadly = (seed: number): boolean => ((seed - FIRST) * KILLS) % HISTORIES < KILLS

const tell = (line: string): void => void (SOAK && process.stdout.write(`${line}\n`))

/**
 * Two of those who took part turn out to be one; who both take part in a round that is not settled yet are told so, and
 * where all are in such a round nobody is merged.
 */
const mergeTwo = async (
  { as, operatorId, store, signsInAgain }: Marketplace,
  look: (step: Step) => Promise<unknown>,
): Promise<void> => {
  const all = await store.read.list('organisation', { type: 'PARTICIPANT', mergedIntoId: null })
  const pairs = all.flatMap(one => all.filter(({ id }) => id !== one.id).map(into => ({ one, into })))
  const refused: unknown[] = []
  for (const { one, into } of pairs) {
    const on = { kind: 'organisation', id: one.id } as const
    const merged = { intoId: into.id, reason: 'One and the same', confirmed: true }
    const people = await store.read.list('user', { organisationId: one.id })
    const sent = await as(operatorId).tries('MergeOrganisation', on, merged)
    const { proposal } = sent.body as Partial<Done>
    const { status, body } = proposal
      ? await as('second').tries('Approve', { kind: 'proposal', id: proposal }, {})
      : sent
    if (status === 200) {
      // Sessions begun under other rights are over.
      for (const { id } of people) {
        expect(await as(id).send('/api/home')).toMatchObject({ status: 401 })
        signsInAgain(id)
      }
      return void (await look({ who: operatorId, action: 'MergeOrganisation', on }))
    }
    expect([status, body]).toMatchObject([422, [{ field: 'intoId' }]])
    refused.push(body)
  }
  const rounds = await store.read.list('round', {})
  if (rounds.every(({ status }) => status === 'Settled'))
    throw new Error(`Nobody could be merged: ${JSON.stringify(refused)}`)
}

/** Whoever approves what the first proposes, and proposes as well. */
const addSecondOperator = async ({ db, read }: Store, operatorId: string): Promise<void> => {
  const operator = await read.one('user', operatorId)
  if (!operator) throw new Error('There is no operator')
  const second = {
    ...{ id: 'second', username: 'second', email: 'second@operator.example', displayName: 'Second Operator' },
    ...{ phone: null, groups: ['admin'], organisationId: operator.organisationId, active: true },
    ...{ secondFactor: false, mustResetPassword: false, isShared: false },
    ...admittedFromStart(new Date().toISOString()),
  } satisfies Omit<User, 'version'>
  await addUser(db, second, 'nobody signs in with it', new Date().toISOString())
}

/** Some histories one after the other in a market of their own, each after the round of the one before; says how often its server was killed. */
const playAll = async (
  main: string,
  { seeds, secondPerson }: { seeds: readonly number[]; secondPerson: SecondPersonFor },
  onStatus: (status: string, seed: number) => void,
): Promise<number> => {
  const { connection, dataDir, remove } = await copyOf(newcomers)
  const store = openStore(connect({ ...connection, max: 4 }))
  const files = await openFileStore({ kind: 'folder', folder: join(dataDir, 'files') })
  const operatorId = await operatorIn(store)
  if (secondPerson !== 'nobody') await addSecondOperator(store, operatorId)
  const chance = random(seeds[0] ?? 0)
  const { market, doom, kills, stop } = await doomedMarket(main, dataDir, {
    connection,
    store,
    operatorId,
    chance,
    secondPerson,
  })
  const expectInvariants = invariantsOf(market, chance)

  let before: string | undefined
  for (const seed of seeds) {
    const moment = isDeadly(seed) ? chance.whole(10, LEAST_STEPS) : -1
    let nth = 0
    const look = async (...[step, roundId]: Parameters<typeof expectInvariants>) => {
      for (const { kind, to } of await expectInvariants(step, roundId)) onStatus(`${kind} ${to}`, seed)
      nth += 1
      if (nth === moment) doom()
    }
    const { steps, roundId } = await play(market, { seed, before }, look)
    expect(steps.length).toBeGreaterThanOrEqual(LEAST_STEPS)
    // Fixed terms end in time.
    const now = () => `${addYears(dayOf(market.now()), 10)}T12:00:00.000Z`
    await runJobs({ runtime: openRuntime(store.db, { certify, now }), files }, [retireEnded, lapseProposals])
    await look({ who: 'time', action: 'RetireCredits', on: { kind: 'round', id: roundId } }, roundId)
    before = roundId
    tell(`history ${seed}: ${steps.length} steps, the last ${steps.at(-1)?.action}; ${kills()} kills`)
  }
  if (before) await mergeTwo(market, step => expectInvariants(step, before))
  await expectHonestTrail(store)
  await stop()
  await store.db.destroy()
  await remove()
  return kills()
}

test('whatever people do that they may, and however often the server is killed, the invariants hold after every step', async () => {
  const bundle = await bundleServer()
  const reached = new Map<string, Set<number>>()
  const onStatus = (status: string, seed: number) =>
    void reached.set(status, (reached.get(status) ?? new Set()).add(seed))
  const seeds = Array.from({ length: HISTORIES }, (_, nth) => FIRST + nth)
  const kills = await Promise.all(
    Array.from({ length: MARKETS }, (_, market) =>
      playAll(
        bundle.main,
        {
          seeds: seeds.filter((_seed, nth) => nth % MARKETS === market),
          secondPerson: SECOND_PERSONS[market] ?? 'nobody',
        },
        onStatus,
      ),
    ),
  )
  const allKills = kills.reduce((sum, one) => sum + one, 0)
  const lines = [...reached].map(([status, those]) => `${status}: in ${those.size} histories`)
  for (const line of lines.toSorted()) tell(line)
  tell(`${HISTORIES} histories, ${allKills} kills`)
  expect(allKills).toBe(KILLS)
  bundle.remove()
}, 36_000_000)
