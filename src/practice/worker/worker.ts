import { initHighs } from '@credit-market/matching/solver/highs'
import { solve } from '@credit-market/matching/solve'
import type { EngineRequest, EngineResponse } from '../model/messages.ts'
import { matchPracticeMarket } from '../play.ts'

// The engine and its solver stay loaded as long as the page; each message is answered before the next is sent.

const say = (said: EngineResponse): void => postMessage(said)

const answer = async (asked: EngineRequest): Promise<EngineResponse> =>
  'setting' in asked
    ? { told: await matchPracticeMarket(asked.setting) }
    : { solution: await solve(asked.problem) }

// Loads the solver before the first message; errors are reported with the first answer.
void initHighs().catch(() => undefined)

addEventListener('message', ({ data }: MessageEvent<EngineRequest>) => {
  answer(data).then(say, (fault: unknown) =>
    say({ fault: fault instanceof Error ? fault.message : String(fault) }),
  )
})
