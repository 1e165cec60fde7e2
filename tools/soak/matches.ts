import { type openAsking, rest } from './asking.ts'

/** The round that is matched again and again. */
export const MATCHED_ROUND = 'RD-SOM-1'
const LOOK_MS = 2000

/** Matches a round, rejects the match and begins again, until stopped; says how many matches ended. */
export const startMatches = (ask: ReturnType<typeof openAsking>['ask'], cookie: string) => {
  const path = `/api/round/${MATCHED_ROUND}`
  let ended = 0
  const over = new AbortController()
  const act = (action: string, values: object) =>
    ask({
      name: action,
      path: `${path}/action/${action}`,
      cookie,
      body: () => JSON.stringify({ values }),
      // An earlier attempt without an answer has done it, or the round is still being matched.
      may: [409],
    })
  const status = async (): Promise<string> => {
    const { text, status: code } = await ask({ name: 'look', path, cookie })
    return code === 200 ? (JSON.parse(text) as { status: string }).status : 'unknown'
  }
  const match = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const now = await status()
      if (now === 'Matched') {
        ended += 1
        await act('RejectMatch', { reason: 'To be matched again' })
      } else if (now !== 'Pending' && now !== 'Matching') await act('Match', { confirmed: true })
      await rest(LOOK_MS)
    }
  }
  const going = match()
  return {
    stop: async (): Promise<number> => {
      over.abort()
      await going
      return ended
    },
  }
}
