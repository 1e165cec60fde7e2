import loadHighs from 'highs'
import { parseMatchFile, parseMatchText } from '@credit-market/match-verifier/filed'
import { createSecondSolver } from '@credit-market/match-verifier/second-solver'
import { verifyMatchFile } from '@credit-market/match-verifier/verdict'
import type { CheckRequest, CheckResponse } from './messages.ts'

/** Time limit of the solver; what is left after it is reported as not checked. */
const SECONDS = 900

const say = (said: CheckResponse): void => postMessage(said)

const check = async ({ text, loggedHash, wasm }: CheckRequest): Promise<void> => {
  const { value: file, faults: misread } = parseMatchText(text)
  if (misread !== null) return say({ faults: misread })
  if (Object(file).bids !== undefined)
    return say({ faults: ['The file contains generic bids, which only the command-line program can check.'] })
  const { value, faults } = parseMatchFile(file)
  if (value === null) return say({ faults })
  const end = performance.now() + SECONDS * 1_000
  const address = URL.createObjectURL(new Blob([wasm], { type: 'application/wasm' }))
  const highs = await loadHighs({ locateFile: () => address })
  const solver = createSecondSolver(highs, () => (end - performance.now()) / 1_000)
  // Drawn here and now, so that whoever made the file cannot know which coalitions are valued again.
  const [seed] = crypto.getRandomValues(new Uint32Array(1))
  const onProgress = (step: string): void => say({ step })
  say({ verdict: verifyMatchFile(value, { solver, seed: seed!, loggedHash, onProgress }) })
}

addEventListener('message', (event: MessageEvent<CheckRequest>) => {
  check(event.data).catch((fault: unknown) =>
    say({ faults: [`The check stopped: ${fault instanceof Error ? fault.message : String(fault)}`] }),
  )
})
