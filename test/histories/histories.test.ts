import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addYears, utcDayOf } from '@credit-market/values/dates'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import type { ApprovalScope } from '#domain/steps/proposal'
import type { User } from '#domain/people/user'
import type { ActionResult } from '#contract/kit/form'
import { createAdmittedMembership } from '#server/auth/joining'
import { addUser } from '#server/auth/accounts'
import { certify } from '../builders/seal.ts'
import { openFileStore } from '#server/files/file-store'
import { openActionRuntime } from '#server/open-runtime'
import { connectDatabase } from '#server/store/database'
import { openStore, type Store } from '#server/store/store'
import { endOpenProposals } from '#server/jobs/lapse-proposals'
import { retireEndedCredits } from '#server/jobs/retire-ended'
import { runJobs } from '#server/tasks/schedule'
import { expectSoundAuditTrail } from '../builders/honest-trail.ts'
import { firstStartInstallation, operatorIdIn } from '../builders/installation.ts'
import { copyTemplate } from '../builders/templates.ts'
import { bundleServer } from '../faults/process.ts'
import { startRepeatedlyKilledMarket } from './doomed.ts'
import { MIN_STEPS, type Marketplace, playRound, type Step } from './history.ts'
import { invariantChecks } from './invariants.ts'

/** The everyday run plays one history; SOAK_HISTORIES sets the number for a long run, in parallel markets. */
const SOAK = Number(process.env.SOAK_HISTORIES)
const HISTORIES = SOAK || 1
/** PostgreSQL has enough connections for three servers and their subscribers. */
const MARKETS = SOAK ? 3 : 1
const KILLS = Math.min(HISTORIES, SOAK ? 20 : 1)
/** Parties whose actions need approval in each market; a long run has all settings. */
const SECOND_PERSONS = SOAK ? (['nobody', 'operator'] as const) : (['operator'] as const)
const FIRST = Number(process.env.SOAK_FIRST_HISTORY) || 1

/** True if the server is killed in this history: in `KILLS` of them, spread evenly. */
const isDeadly = (seed: number): boolean => ((seed - FIRST) * KILLS) % HISTORIES < KILLS

const tell = (line: string): void => void (SOAK && process.stdout.write(`${line}\n`))

/**
 * Two organisations that took part turn out to be one. If both take part in a round that is not settled yet, the merger
 * is refused, and if all are in such a round none is merged.
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
    const { proposal } = sent.body as Partial<ActionResult>
    const { status, body } = proposal
      ? await as('second').tries('Approve', { kind: 'proposal', id: proposal }, {})
      : sent
    if (status === 200) {
      // Sessions with earlier rights have ended.
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
    throw new Error(`No organisations could be merged: ${JSON.stringify(refused)}`)
}

/** A colleague who approves what the first operator proposes, and proposes as well. */
const addSecondOperator = async ({ db, read }: Store, operatorId: string): Promise<void> => {
  const operator = await read.one('user', operatorId)
  if (!operator) throw new Error('There is no operator')
  const second = {
    ...{ id: 'second', username: 'second', email: 'second@operator.example', displayName: 'Second Operator' },
    ...{ phone: null, groups: ['admin'], organisationId: operator.organisationId, active: true },
    ...{ secondFactor: false, mustResetPassword: false, isShared: false },
    ...createAdmittedMembership(new Date().toISOString()),
  } satisfies Omit<User, 'version'>
  await addUser(db, second, 'nobody signs in with it', new Date().toISOString())
}

/**
 * Plays histories one after the other in one market, each after the previous round; returns how often its server was
 * killed.
 */
const playAll = async (
  main: string,
  { seeds, secondPerson }: { seeds: readonly number[]; secondPerson: ApprovalScope },
  onStatus: (status: string, seed: number) => void,
): Promise<number> => {
  const { connection, dataDir, remove } = await copyTemplate(firstStartInstallation)
  const store = openStore(connectDatabase({ ...connection, max: 4 }))
  const files = await openFileStore({ kind: 'folder', folder: join(dataDir, 'files') })
  const operatorId = await operatorIdIn(store)
  if (secondPerson !== 'nobody') await addSecondOperator(store, operatorId)
  const chance = createSeededRandom(seeds[0] ?? 0)
  const { market, doom, kills, stop } = await startRepeatedlyKilledMarket(main, dataDir, {
    connection,
    store,
    operatorId,
    chance,
    secondPerson,
  })
  const expectInvariants = invariantChecks(market, chance)

  let before: string | undefined
  for (const seed of seeds) {
    const moment = isDeadly(seed) ? chance.whole(10, MIN_STEPS) : -1
    let nth = 0
    const look = async (...[step, roundId]: Parameters<typeof expectInvariants>) => {
      for (const { kind, to } of await expectInvariants(step, roundId)) onStatus(`${kind} ${to}`, seed)
      nth += 1
      if (nth === moment) doom()
    }
    const { steps, roundId } = await playRound(market, { seed, before }, look)
    expect(steps.length).toBeGreaterThanOrEqual(MIN_STEPS)
    // Fixed terms end in time.
    const now = () => `${addYears(utcDayOf(market.now()), 10)}T12:00:00.000Z`
    await runJobs({ runtime: openActionRuntime(store.db, { certify, now }), files }, [
      retireEndedCredits,
      endOpenProposals,
    ])
    await look({ who: 'time', action: 'RetireCredits', on: { kind: 'round', id: roundId } }, roundId)
    before = roundId
    tell(`history ${seed}: ${steps.length} steps, the last ${steps.at(-1)?.action}; ${kills()} kills`)
  }
  if (before) await mergeTwo(market, step => expectInvariants(step, before))
  await expectSoundAuditTrail(store)
  await stop()
  await store.db.destroy()
  await remove()
  return kills()
}

test('invariants hold after every step of random permitted actions, however often the server is killed', async () => {
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
