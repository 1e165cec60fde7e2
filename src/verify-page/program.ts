import loadHighs from 'highs'
import { parseMatchFile } from '@credit-market/match-verifier/filed'
import { createSecondSolver } from '@credit-market/match-verifier/second-solver'
import { verifyMatchFile } from '@credit-market/match-verifier/verdict'
import type { CheckRequest, CheckResponse } from './messages.ts'

/** Time limit of the solver; what is left after it is reported as not checked. */
const SECONDS = 900

const say = (said: CheckResponse): void => postMessage(said)

const fileIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const check = async ({ text, wasm }: CheckRequest): Promise<void> => {
  const file = fileIn(text)
  if (file === undefined) return say({ faults: ['The file is not JSON.'] })
  if (Object(file).bids !== undefined)
    return say({ faults: ['The file contains generic bids, which only the command-line program can check.'] })
  const { value, faults } = parseMatchFile(file)
  if (value === null) return say({ faults })
  const end = performance.now() + SECONDS * 1_000
  const address = URL.createObjectURL(new Blob([wasm], { type: 'application/wasm' }))
  const highs = await loadHighs({ locateFile: () => address })
  const solver = createSecondSolver(highs, () => (end - performance.now()) / 1_000)
  say({ verdict: verifyMatchFile(value, { solver, onProgress: step => say({ step }) }) })
}

addEventListener('message', (event: MessageEvent<CheckRequest>) => {
  check(event.data).catch((fault: unknown) =>
    say({ faults: [`The check stopped: ${fault instanceof Error ? fault.message : String(fault)}`] }),
  )
})
