import type { Logger } from 'pino'
import { sql } from 'kysely'
import type { ActionName } from '#actions/index'
import { SYSTEM } from '#domain/actor'
import type { Instant } from '#domain/dates'
import type { RoundStatus } from '#domain/round'
import { jumpedAt } from '../clock-jump.ts'
import { logFailure } from '../log-failure.ts'
import { pollLoop } from '../loop.ts'
import { HttpError } from '../runner/refusals.ts'
import { runAction } from '../runner/run-action.ts'
import type { Runtime } from '../runner/runtime.ts'

/** What is done with a round whose time has come; registration that nobody has closed ends before bids and offers open. */
const DUE: Partial<Record<RoundStatus, readonly ActionName<'round'>[]>> = {
  Open: ['Close', 'OpenBidsAndOffers'],
  Closed: ['OpenBidsAndOffers'],
  OpenForBidsAndOffers: ['CloseBidsAndOffers'],
}

/**
 * Rounds whose time has come by the database's clock, none after that has jumped. One that was missed altogether waits for other
 * times.
 */
const dueRounds = async ({ store, time }: Runtime) => {
  const answered = time.ask()
  const { rows } = await sql<{ at: Instant } & ({ id: string; status: RoundStatus } | { id: null })>`
    select at, id, status from market_clock() as clock(at) left join round on not ${jumpedAt(sql.ref('at'))}
      and ((status in ('Open', 'Closed') and bids_open <= at and bids_close > at)
        or (status = 'OpenForBidsAndOffers' and bids_close <= at))
    order by ordinal`.execute(store.db)
  for (const { at } of rows) answered(at)
  return rows.filter(row => row.id !== null)
}

/**
 * Opens and closes what is due, as the same actions do by hand. Where another server or somebody else was first, or what it
 * needs is missing, the action refuses; what is missing is answered by the round's id, and tried again next time.
 */
export const openAndClose = async (runtime: Runtime): Promise<Map<string, string>> => {
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

const REST_MS = 1000

/** Opens and closes rounds at their times until stopped, on every server: the first to come does it. */
export const startBiddingTimes = (runtime: Runtime, log: Logger): { stop: () => Promise<void> } => {
  let told = new Map<string, string>()
  return pollLoop(
    async () => {
      const hindered = await openAndClose(runtime)
      for (const [roundId, why] of hindered)
        if (told.get(roundId) !== why)
          log.warn({ roundId, why }, 'A round could not be opened for bids and offers at its time')
      told = hindered
      return false
    },
    {
      restMs: REST_MS,
      failed: error =>
        logFailure(log, error, 'Rounds could not be opened and closed at their times; it is tried again'),
    },
  )
}
