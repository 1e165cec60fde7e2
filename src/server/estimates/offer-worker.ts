import { parentPort, workerData } from 'node:worker_threads'
import { highestWinningAsk } from './highest-winning-ask.ts'
import type { OfferTrialRequest } from './offer-trials.ts'

/** Worker thread that tries an offer at each place of a published match, so that the server stays responsive. */
const work = async ({ problem, surplus, offers, seconds }: OfferTrialRequest): Promise<number[]> => {
  const end = performance.now() + seconds * 1000
  const isOver = (): boolean => performance.now() > end
  const asks: number[] = []
  for (const offer of offers) asks.push(await highestWinningAsk(problem, offer, { surplus, isOver }))
  return asks
}

work(workerData as OfferTrialRequest).then(
  asks => parentPort?.postMessage(asks),
  // A match that is too hard for the time has no answer; nothing is guessed.
  () => parentPort?.postMessage(null),
)
