import type { Logger } from 'pino'
import { sql } from 'kysely'
import type { ActionName } from '#actions/index'
import { SYSTEM } from '#domain/people/actor'
import type { Instant } from '@credit-market/values/dates'
import type { RoundStatus } from '#domain/round/round'
import { clockJumpSql } from '../tasks/clock-jump.ts'
import { logFailure } from '../process/log-failure.ts'
import { HttpError } from '../runner/refusals.ts'
import { runAction } from '../runner/run-action.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { startWokenLoop } from '../store/due-work.ts'

/**
 * Actions that are due for a round at its announced times; registration that no one has closed ends before bids and
 * offers open.
 */
const DUE: Partial<Record<RoundStatus, readonly ActionName<'round'>[]>> = {
  Open: ['Close', 'OpenBidsAndOffers'],
  Closed: ['OpenBidsAndOffers'],
  OpenForBidsAndOffers: ['CloseBidsAndOffers'],
}

/** SQL that is true for a round that is due at the instant `at`. */
const IS_DUE = sql<boolean>`not ${clockJumpSql(sql.ref('at'))}
  and ((status in ('Open', 'Closed') and bids_open <= at and bids_close > at)
    or (status = 'OpenForBidsAndOffers' and bids_close <= at))`

/**
 * Rounds with due actions by the database's clock; none after the clock has jumped. A round whose window was missed
 * entirely waits for new times.
 */
const dueRounds = async ({ store, time }: ActionRuntime) => {
  const answered = time.ask()
  const { rows } = await sql<{ at: Instant } & ({ id: string; status: RoundStatus } | { id: null })>`
    select at, id, status from market_clock() as clock(at) left join round on ${IS_DUE} order by ordinal`.execute(
    store.db,
  )
  for (const { at } of rows) answered(at)
  return rows.filter(row => row.id !== null)
}

/**
 * Opens and closes what is due, by the same actions as by hand. The action refuses if another server or person came
 * first, or if something it needs is missing. Returns what is missing by the round's id; it is tried again at the next
 * run.
 */
export const openAndCloseDueRounds = async (runtime: ActionRuntime): Promise<Map<string, string>> => {
  const hindered = new Map<string, string>()
  for (const { id, status } of await dueRounds(runtime))
    try {
      for (const actionName of DUE[status] ?? [])
        await runAction(runtime, {
          actor: SYSTEM,
          kind: 'round',
          subjectId: id,
          actionName,
          submission: { values: { confirmed: true } },
          isUnwatched: true,
        })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      if (error.status === 422) hindered.set(id, JSON.stringify(error.body))
    }
  return hindered
}

const EVERY_MS = 1000

const isDue = () => sql<boolean>`exists (select from market_clock() as clock(at) join round on ${IS_DUE})`

/**
 * Opens and closes rounds at their announced times until stopped. It runs on every server: the first to try does it.
 */
export const startBiddingTimes = (runtime: ActionRuntime, log: Logger): { stop: () => Promise<void> } => {
  let told = new Map<string, string>()
  return startWokenLoop(
    runtime.dueWork,
    {
      isDue,
      everyMs: EVERY_MS,
      failed: error =>
        logFailure(
          log,
          error,
          'Rounds could not be opened and closed at their announced times; the server tries again',
        ),
    },
    async () => {
      const hindered = await openAndCloseDueRounds(runtime)
      for (const [roundId, why] of hindered)
        if (told.get(roundId) !== why)
          log.warn({ roundId, why }, 'A round could not be opened for bids and offers at its announced time')
      told = hindered
      return false
    },
  )
}
