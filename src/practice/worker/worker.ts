import { highs } from '#matching/solver/highs'
import { solve } from '#matching/solve'
import type { Asked, Said } from '../model/messages.ts'
import { play } from '../play.ts'

// The engine and its solver stay loaded as long as the page; one question is answered before the next is put.

const say = (said: Said): void => postMessage(said)

const answer = async (asked: Asked): Promise<Said> =>
  'setting' in asked ? { told: await play(asked.setting) } : { solution: await solve(asked.problem) }

// Before the first question is put; what goes wrong is said with its answer.
void highs().catch(() => undefined)

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  answer(data).then(say, (fault: unknown) =>
    say({ fault: fault instanceof Error ? fault.message : String(fault) }),
  )
})
