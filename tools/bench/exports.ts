import { download } from './download.ts'
import type { RunningServer } from './installation.ts'
import { sayIfBusy } from './processor.ts'
import { ofGoal, tableRow, say } from './table.ts'

const GOAL = { csv: 5, xlsx: 20, memory: 150 }

/** Downloads of whole lists as tables. */
export const measureExports = async (
  running: RunningServer,
  cookie: string,
  paths: readonly string[],
): Promise<void> => {
  say('\nDownloads of whole lists')
  await sayIfBusy()
  tableRow('', 'time', 'of goal', 'memory', 'of goal', 'size')
  for (const path of paths)
    for (const format of ['csv', 'xlsx'] as const) {
      const asked = `${path}${path.includes('?') ? '&' : '?'}format=${format}`
      const { seconds, memory, megabytes } = await download(running, asked, cookie)
      tableRow(
        `${path.replace('/api/', '')}, ${format.toUpperCase()}`,
        `${seconds.toFixed(1)} s`,
        ofGoal(seconds, GOAL[format]),
        `+${memory.toFixed(0)} MB`,
        ofGoal(memory, GOAL.memory),
        `${megabytes.toFixed(1)} MB`,
      )
    }
}
