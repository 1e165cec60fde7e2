import { startServer } from './installation.ts'
import { type SignedInPerson, signIn } from './person.ts'
import { sayIfBusy } from './processor.ts'
import { tableRow, say } from './table.ts'

const ROUND = 'RD-SOM-1'
const PATIENCE_SECONDS = 120

/** Result and duration of the demonstration's match. */
interface Matched {
  state: string
  seconds: number
  /** From the solver task: the solution, and its gap to the bound. */
  surplus: number | null
  gap: number | null
  phase: string | null
}

interface SolverTask {
  state: string
  phase: string | null
  surplus: number | null
  gap: number | null
}

/** Matches the Somerset round as the operator would, and waits for the result, but not for ever. */
const matchDemonstration = async (operator: SignedInPerson): Promise<Matched> => {
  const begun = performance.now()
  const { context } = await operator.does(`/api/round/${ROUND}`, 'Match', { confirmed: true })
  const path = `/api/solver/task/${context.solverTask?.id}`
  let isCancelled = false
  for (;;) {
    const task = await operator.get<SolverTask>(path)
    const seconds = (performance.now() - begun) / 1000
    if (!['queued', 'running'].includes(task.state)) return { ...task, seconds }
    if (seconds > PATIENCE_SECONDS && !isCancelled) {
      await operator.cancel(path)
      isCancelled = true
    }
    await new Promise(resolve => void setTimeout(resolve, 50))
  }
}

/** Measures how long the match of the demonstration takes. */
export const measureMatch = async (dataDir: string): Promise<void> => {
  const { url, stop } = await startServer(dataDir, 'on')
  say('\nThe demonstration match (Somerset, 21 offers, 27 bids, groups, reserve), from Match to its end')
  await sayIfBusy()
  const { state, seconds, surplus, gap, phase } = await matchDemonstration(await signIn(url, 'operator'))
  const found =
    surplus === null
      ? 'nothing found'
      : `surplus £${surplus.toLocaleString('en-GB', { minimumFractionDigits: 2 })}`
  tableRow(state, `${seconds.toFixed(1)} s`)
  say(`  ${found}, gap ${gap ?? 'unknown'}, last phase ${phase ?? 'none'}`)
  if (state === 'cancelled') say(`  given up after ${PATIENCE_SECONDS} s`)
  await stop()
}
