import { create, update } from '#actions/kit/changes'
import { performMatchTask } from '#server/matches/match-task'
import { claimTask } from '#server/tasks/queue'
import { createEffectContext } from '../store/samples.ts'
import { SOMERSET_ROUND } from './rounds.ts'
import { demonstration, type Template } from './templates.ts'
import { serve, type World } from './world.ts'

/** Number of equal bids of one developer that make the Somerset round hard. */
export const EQUAL_BIDS = 30

/** Copies one bid of the Somerset round, so that its owner bids the same many times. */
const addEqualBids = async ({ store }: Pick<World, 'store'>): Promise<void> => {
  const bid = await store.read.one('requirement', 'R102')
  if (!bid) throw new Error('The demonstration has no bid to copy')
  const { version: _version, ...row } = bid
  await store.transaction(tx =>
    tx.apply(
      Array.from({ length: EQUAL_BIDS - 1 }, (_, at) =>
        create('requirement', { ...row, id: `EQUAL-${at + 1}`, name: `${row.name}, plot ${at + 2}` }),
      ),
      createEffectContext(),
    ),
  )
}

/** Runs the waiting match of the Somerset round with the real engine, which has no time beyond building its model. */
export const matchWithoutTime = async ({ store, runtime }: Pick<World, 'store' | 'runtime'>) => {
  const roundId = SOMERSET_ROUND.id ?? ''
  const round = await store.read.one('round', roundId)
  if (!round) throw new Error('There is no round to match')
  const limit = (matchMinutes: number | null) =>
    store.transaction(tx => tx.apply([update('round', round, { matchMinutes })], createEffectContext()))
  await limit(0)
  const task = await claimTask(store.db, ['match'])
  if (!task) throw new Error('No match waits')
  await performMatchTask(runtime, { ...task, roundId }, new AbortController().signal)
  await limit(round.matchMinutes)
}

/** The Somerset round with thirty equal bids, after a match that ran out of time. */
export const openUnfinishedRound: Template = {
  name: 'unfinished_round',
  file: import.meta.filename,
  from: demonstration,
  make: async (reach, dataDir) => {
    const served = await serve(reach, dataDir, { works: false })
    await addEqualBids(served)
    await served.as('operator').does('Match', SOMERSET_ROUND, { confirmed: true })
    await matchWithoutTime(served)
    await served.stop()
  },
}
