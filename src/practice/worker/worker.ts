import { highs } from '#matching/solver/highs'
import type { Asked, Said } from '../model/messages.ts'
import { play } from '../play.ts'

// The engine and its solver stay loaded as long as the page; one question is answered before the next is put.

const say = (said: Said): void => postMessage(said)

// Before the first question is put; what goes wrong is said with its answer.
void highs().catch(() => undefined)

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  play(data).then(
    told => say({ told }),
    (fault: unknown) => say({ fault: fault instanceof Error ? fault.message : String(fault) }),
  )
})
