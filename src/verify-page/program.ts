import loadHighs from 'highs'
import { readFiled } from '#matching/verify/filed'
import { secondSolver } from '#matching/verify/second-solver'
import { verdictOn } from '#matching/verify/verdict'
import type { Asked, Said } from './messages.ts'

/** The solver stops after so many seconds; what is left then is said not to be checked. */
const SECONDS = 900

const say = (said: Said): void => postMessage(said)

const fileIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const check = async ({ text, wasm }: Asked): Promise<void> => {
  const file = fileIn(text)
  if (file === undefined) return say({ faults: ['The file is not JSON.'] })
  if (Object(file).bids !== undefined)
    return say({ faults: ['The file is of generic bids, which only the command line works out again.'] })
  const { value, faults } = readFiled(file)
  if (value === null) return say({ faults })
  const end = performance.now() + SECONDS * 1_000
  const address = URL.createObjectURL(new Blob([wasm], { type: 'application/wasm' }))
  const highs = await loadHighs({ locateFile: () => address })
  const solver = secondSolver(highs, () => (end - performance.now()) / 1_000)
  say({ verdict: verdictOn(value, { solver, onProgress: step => say({ step }) }) })
}

addEventListener('message', (event: MessageEvent<Asked>) => {
  check(event.data).catch((fault: unknown) =>
    say({ faults: [`The check broke off: ${fault instanceof Error ? fault.message : String(fault)}`] }),
  )
})
