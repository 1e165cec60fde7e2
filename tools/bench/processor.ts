import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { say } from './table.ts'

const TICK_MS = 10
const BUSY = 0.1
const LOOK_MS = 1000

interface Process {
  parent: number
  ms: number
}

const processes = (): Map<number, Process> => {
  const found = new Map<number, Process>()
  for (const name of readdirSync('/proc').filter(one => /^\d+$/.test(one))) {
    try {
      // After the name of the program, which may hold anything: state, parent, ..., own time, and that of children that have ended.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
      const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
      found.set(Number(name), { parent: Number(fields[1]), ms: ticks * TICK_MS })
    } catch {
      // The process has just ended.
    }
  }
  return found
}

/** The processor time in milliseconds that a process has used with all that it started, as the server with its database. */
export const processorTimeOf = (root: number): number => {
  const all = processes()
  const isOfRoot = (id: number): boolean => {
    const parent = all.get(id)?.parent
    return id === root || (parent !== undefined && parent > 1 && isOfRoot(parent))
  }
  return [...all].reduce((sum, [id, { ms }]) => sum + (isOfRoot(id) ? ms : 0), 0)
}

const idleAndAll = (): [number, number] => {
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.split(/ +/).slice(1, 9).map(Number)
  return [ticks[3]! + ticks[4]!, ticks.reduce((sum, one) => sum + one, 0)]
}

/** Measures for a second how busy other programs keep the machine, and prints a warning if they do. */
export const sayIfBusy = async (): Promise<void> => {
  const [idle, all] = idleAndAll()
  await setTimeout(LOOK_MS)
  const [idleThen, allThen] = idleAndAll()
  const busy = 1 - (idleThen - idle) / (allThen - all)
  if (busy > BUSY)
    say(
      `  (The machine was busy before this: other programs used ${(100 * busy).toFixed(0)}%. Rely on the ratios only.)`,
    )
}
