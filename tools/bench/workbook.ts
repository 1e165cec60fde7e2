import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InspectionRequest } from '#server/files/inspect-process'
import { inspectProcessFile, projectRoot } from '#server/process/places'
import { sayIfBusy } from './processor.ts'
import { millis, ofGoal, tableRow, say } from './table.ts'

const GOAL_MS = 3000
const GOAL_MB = 250
/** The workbook 4.1 as it is published: all of its sheets are gone through, whether or not they are filled in. */
const BOOK = join(projectRoot, 'test/books/metric-4.1-empty.xlsm')

/** The most memory that a process has held so far, in megabytes; 0 where the system does not tell. */
const peakOf = (pid: number): number => {
  try {
    const kept = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s{0,20}(\d{1,12}) kB/.exec(kept)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Measures how long the inspection process takes to read the metric workbook. */
export const measureWorkbook = async (): Promise<void> => {
  say(`\nThe workbook of the metric, 3 MB, inspected and read; the goals are 3 s and 250 MB`)
  await sayIfBusy()
  const folder = mkdtempSync(join(tmpdir(), 'bench-workbook-'))
  const path = join(folder, 'metric.xlsm')
  copyFileSync(BOOK, path)
  const child = spawn(process.execPath, ['--max-old-space-size=256', fileURLToPath(inspectProcessFile)], {
    env: {},
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  const ask = async (question: InspectionRequest): Promise<number> => {
    const begun = performance.now()
    child.send(question)
    await once(child, 'message')
    return performance.now() - begun
  }
  const looked = await ask({ ask: 'kind', path, accept: ['xlsx', 'xlsm'] })
  const read = await ask({ ask: 'book', path })
  const peak = peakOf(child.pid ?? 0)
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
  tableRow('', 'took', 'of goal')
  tableRow('inspected', millis(looked))
  tableRow('read', millis(read))
  tableRow('together', millis(looked + read), ofGoal(looked + read, GOAL_MS))
  tableRow('peak memory', `${peak.toFixed(0)} MB`, ofGoal(peak, GOAL_MB))
}
