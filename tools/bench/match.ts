import type { Person } from './person.ts'

const ROUND = 'RD-SOM-1'

/** How the match of the demonstration ended, and after how long. */
export interface Matched {
  state: string
  seconds: number
  /** From the solver task: what was found and how near to its bound. */
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

/** Matches the Somerset round as the operator would, and waits for the result, but no longer than it is given. */
export const matchDemonstration = async (operator: Person, patienceSeconds: number): Promise<Matched> => {
  const begun = performance.now()
  const { context } = await operator.does(`/api/round/${ROUND}`, 'Match', { confirmed: true })
  const path = `/api/solver/task/${context.solverTask?.id}`
  let isCancelled = false
  for (;;) {
    const task = await operator.get<SolverTask>(path)
    const seconds = (performance.now() - begun) / 1000
    if (!['queued', 'running'].includes(task.state)) return { ...task, seconds }
    if (seconds > patienceSeconds && !isCancelled) {
      await operator.cancel(path)
      isCancelled = true
    }
    await new Promise(resolve => void setTimeout(resolve, 50))
  }
}
