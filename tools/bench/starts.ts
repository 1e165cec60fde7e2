import { versionOf } from './copies.ts'
import { embeddedDatabaseOf, temporaryDataFolder, startServer } from './installation.ts'
import { ofGoal, tableRow, say, sayMachine } from './table.ts'

const COLD_GOAL_MS = 90_000
const WARM_GOAL_MS = 4_000

const rowOfStart = (name: string, ms: number, goal: number): void =>
  tableRow(name, `${(ms / 1000).toFixed(2)} s`, ofGoal(ms, goal))

/** Measures how long a server takes until /readyz answers. Returns a data folder with the demonstration. */
export const measureStarts = async (): Promise<string> => {
  const emptyDir = temporaryDataFolder()
  const empty = await startServer(emptyDir, 'off')
  sayMachine(await versionOf(embeddedDatabaseOf(emptyDir)))
  say('\nStarts, from the process to /readyz')
  tableRow('', 'time', 'of goal')
  rowOfStart('cold, without the demonstration', empty.readyAfterMs, COLD_GOAL_MS)
  await empty.stop()
  const dataDir = temporaryDataFolder()
  const first = await startServer(dataDir, 'on')
  rowOfStart('cold, loading the demonstration', first.readyAfterMs, COLD_GOAL_MS)
  await first.stop()
  const again = await startServer(dataDir, 'on')
  rowOfStart('warm', again.readyAfterMs, WARM_GOAL_MS)
  await again.stop()
  return dataDir
}
