import { versionOf } from './copies.ts'
import { databaseOf, emptyFolder, startServer } from './installation.ts'
import { ofGoal, row, say, sayMachine } from './table.ts'

const COLD_GOAL_MS = 90_000
const WARM_GOAL_MS = 4_000

const rowOfStart = (name: string, ms: number, goal: number): void =>
  row(name, `${(ms / 1000).toFixed(2)} s`, ofGoal(ms, goal))

/** How long a server takes from its process to /readyz. Answers a data folder that holds the demonstration. */
export const measureStarts = async (): Promise<string> => {
  const emptyDir = emptyFolder()
  const empty = await startServer(emptyDir, 'off')
  sayMachine(await versionOf(databaseOf(emptyDir)))
  say('\nStarts, from the process to /readyz')
  row('', 'time', 'of goal')
  rowOfStart('cold, without the demonstration', empty.readyAfterMs, COLD_GOAL_MS)
  await empty.stop()
  const dataDir = emptyFolder()
  const first = await startServer(dataDir, 'on')
  rowOfStart('cold, loading the demonstration', first.readyAfterMs, COLD_GOAL_MS)
  await first.stop()
  const again = await startServer(dataDir, 'on')
  rowOfStart('warm', again.readyAfterMs, WARM_GOAL_MS)
  await again.stop()
  return dataDir
}
