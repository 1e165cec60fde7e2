import { afterEach, expect, it } from 'vitest'
import type { Change } from '#actions/kit/changes'
import { CASE_TYPES, isAboutRequirement, type Case } from '#domain/case/case'
import { OPEN_CASE_STATUSES } from '#domain/case/case-status'
import { endPastRectifications } from '#server/jobs/end-rectifications'
import { HttpError } from '#server/runner/refusals'
import { listAvailableActions } from '#server/runner/available'
import { readActor } from '#server/auth/sessions'
import { listLedgerFaults } from '#server/store/ledger-check'
import { UnitsTakenError } from '#server/store/refusals'
import { runJobs } from '#server/tasks/schedule'
import { createSeededRandom, type RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import { addDays, type Day } from '@credit-market/values/dates'
import { aService } from '../builders/market.ts'
import { sampleRow } from '../http/world.ts'
import {
  type ContractedWorld,
  contractedWorld,
  soldCredit,
  soldProject,
  soldRequirement,
} from './contracted.ts'

/** The everyday run plays a few histories; SOAK_CASES sets the number for a long run. */
const HISTORIES = Number(process.env.SOAK_CASES) || 4
const FIRST = Number(process.env.SOAK_FIRST_CASES) || 1
const STEPS = 60
const NAMES = ['alder', 'birch', 'cedar', 'elm'] as const

const homesOf = (farm: string) => `${farm}-homes`

/** A project under contract, with ten credits: two requirements hold seven, one is in reserve and two are unsold. */
const sale = (farm: string, nth: number): Change[] => [
  soldProject(farm, { agreementRef: 'NBPA/1', obligationRef: 'S106/1' }),
  sampleRow('service', {
    ...aService({ id: `${farm}-service`, projectId: farm }),
    standardId: 'BsiFlex704',
  }),
  ...soldRequirement(homesOf(farm), 'Buyer'),
  soldCredit(`${farm}-sold`, farm, { requirementId: homesOf(farm) }, 50_000, 1),
  soldCredit(`${farm}-too`, farm, { requirementId: homesOf(NAMES[Math.max(0, nth - 1)]!) }, 20_000, 50_001),
  soldCredit(`${farm}-reserve`, farm, { isReserved: true }, 10_000, 70_001),
  soldCredit(`${farm}-unused`, farm, { status: 'Unused' }, 20_000, 80_001),
]

const reason = 'As found on the ground'

/** A step of a history, which may be refused with a message. */
type Draw = (world: ContractedWorld, chance: RandomNumberGenerator, now: string) => Promise<unknown>

const pick = <T>(from: readonly T[], chance: RandomNumberGenerator): T | undefined =>
  from[chance.whole(0, Math.max(0, from.length - 1))]

/** An action on an open case that it fits, with answers. */
const onCase =
  (
    action: string,
    fits: (one: Case) => boolean,
    answers: (chance: RandomNumberGenerator, today: Day, projectId: string | null) => object = () => ({}),
  ): Draw =>
  async (world, chance, now) => {
    const open = await world.store.read.list('case', { status: OPEN_CASE_STATUSES })
    const one = pick(open.filter(fits), chance)
    if (!one) return undefined
    const values = { reason, ...answers(chance, now.slice(0, 10), one.projectId) }
    return world.does(action, 'case', one.id, values, now)
  }

const hasFailed = ({ failedSince }: Case) => failedSince !== null

const onRequirement =
  (action: string): Draw =>
  async (world, chance, now) =>
    world.does(action, 'requirement', homesOf(pick(NAMES, chance)!), undefined, now)

/** Types that are reported most often, because most remedies are for them. */
const REPORTED = [
  ...CASE_TYPES,
  'DeliveryFailure',
  'DeliveryFailure',
  'DeliveryFailure',
  'IssuedInError',
] as const

const DRAWS: readonly Draw[] = [
  async (world, chance, now) => {
    // Many open cases would put all units in doubt, so that nothing could replace failed ones.
    const open = await world.store.read.list('case', { status: OPEN_CASE_STATUSES })
    if (open.length > 1) return undefined
    const type = pick(REPORTED, chance)!
    const farm = pick(NAMES, chance)!
    const [kind, id] = isAboutRequirement(type)
      ? (['requirement', homesOf(farm)] as const)
      : (['project', farm] as const)
    return world.does('ReportConcern', kind, id, { type, since: now.slice(0, 10), what: reason }, now)
  },
  onCase(
    'Confirm',
    ({ confirmedAt }) => confirmedAt === null,
    (chance, today, projectId) => ({
      ...{ finding: 'Each', follows: 'Both wait', failedSince: today },
      services: [{ id: `${projectId}-service`, left: chance.whole(0, 7) }],
    }),
  ),
  onCase('Dismiss', ({ confirmedAt }) => confirmedAt === null),
  onCase(
    'SetRectification',
    () => true,
    (chance, today) => ({ rectifyBy: addDays(today, chance.whole(1, 9)) }),
  ),
  onCase(
    'AskForPapers',
    ({ type }) => type === 'Dispute',
    (_chance, today) => ({ ownerPapersBy: addDays(today, 1), otherPapersBy: addDays(today, 1) }),
  ),
  onCase('DrawOnReserve', hasFailed),
  onCase('ReplaceFromUnsold', hasFailed, () => ({ price: 10 })),
  onCase(
    'ReleaseBuyer',
    one => hasFailed(one) || one.type === 'BuyerDefault',
    chance => ({ requirement: homesOf(pick(NAMES, chance)!) }),
  ),
  onCase(
    'Recall',
    ({ type, confirmedAt }) => type === 'IssuedInError' && confirmedAt !== null,
    chance => ({ credits: chance.next() < 0.3 ? 'unsold' : homesOf(pick(NAMES, chance)!) }),
  ),
  onCase(
    'Close',
    ({ confirmedAt }) => confirmedAt !== null,
    chance => ({ outcome: chance.next() < 0.5 ? 'Restored' : 'Lost' }),
  ),
  onCase(
    'WriteMessage',
    () => true,
    () => ({ message: 'We have been there' }),
  ),
  onRequirement('AllocateRights'),
  onRequirement('IssueCredits'),
  async (world, chance, now) => world.redeems(homesOf(pick(NAMES, chance)!), now),
  async (world, chance) => world.verifies(pick(NAMES, chance)!),
]

/** Actions that take a case on to another status. */
const WAYS_ON = ['Confirm', 'Dismiss', 'Close'] as const

/** Places in `DRAWS` of the reports, the confirmation and the remedies, which are drawn as often as all steps together. */
const FREQUENT = [0, 1, 5, 6, 7, 8] as const

const isRefusal = (error: unknown): boolean =>
  error instanceof UnitsTakenError || (error instanceof HttpError && [403, 409, 422].includes(error.status))

let world: ContractedWorld | undefined
afterEach(async () => world?.close())

const seeds = Array.from({ length: HISTORIES }, (_, nth) => FIRST + nth)
const done = new Map<string, number>()

it.each(seeds)(
  'history %i of mishaps and remedies keeps the books, and leaves someone a way on for every open case',
  async seed => {
    const chance = createSeededRandom(seed)
    world = await contractedWorld(NAMES.flatMap(sale))
    const operator = (await readActor(world.store.db, 'olga'))!
    const round = (await world.store.read.one('round', 'settled'))!
    let today = '2026-02-01'
    for (const farm of NAMES) if (chance.next() < 0.8) await world.verifies(farm)
    for (let step = 0; step < STEPS; step += 1) {
      if (chance.next() < 0.3) today = addDays(today, chance.whole(1, 5))
      const now = `${today}T12:00:${String(step % 60).padStart(2, '0')}.000Z`
      const nth = chance.next() < 0.5 ? pick(FREQUENT, chance)! : chance.whole(0, DRAWS.length - 1)
      const result = await DRAWS[nth]!(world, chance, now).catch((error: unknown) => {
        if (!isRefusal(error)) throw new Error(`History ${seed}, step ${step}`, { cause: error })
        return undefined
      })
      if (result === undefined) continue
      done.set(String(nth), (done.get(String(nth)) ?? 0) + 1)
      await runJobs({ ...world, runtime: { ...world.runtime, now: () => now } }, [endPastRectifications])
      expect([step, await listLedgerFaults(world.store.db)]).toEqual([step, []])
      for (const one of await world.store.read.list('case', { status: OPEN_CASE_STATUSES })) {
        const possible = listAvailableActions('case', one, operator, { round, today }).map(({ id }) => id)
        expect([one.name, WAYS_ON.some(action => possible.includes(action))]).toEqual([one.name, true])
      }
    }
  },
  60_000,
)

it('the histories reach every step', () => {
  if (process.env.SOAK_CASES)
    process.stdout.write(`${HISTORIES} histories of cases: ${JSON.stringify(Object.fromEntries(done))}\n`)
  // A few histories may never redeem credits.
  if (HISTORIES >= 100) expect(done.size).toBe(DRAWS.length)
  else expect(done.size).toBeGreaterThan(5)
})
