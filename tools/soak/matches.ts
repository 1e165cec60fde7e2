import { type openAsking, rest } from './asking.ts'

const ROUND = 'RD-SOM-1'
const LOOK_MS = 2000

/** Matches a round, rejects the match and begins again, until it is late; says how many matches ended. */
export const matchAgainAndAgain = async (
  ask: ReturnType<typeof openAsking>['ask'],
  cookie: string,
  until: number,
): Promise<number> => {
  const path = `/api/round/${ROUND}`
  const act = (action: string, values: object) =>
    ask({
      name: action,
      path: `${path}/action/${action}`,
      cookie,
      body: () => JSON.stringify({ values }),
      // It was done by the try before, whose answer was not heard, or it is still being matched.
      may: [409],
    })
  const status = async (): Promise<string> => {
    const { text, status: code } = await ask({ name: 'look', path, cookie })
    return code === 200 ? (JSON.parse(text) as { status: string }).status : 'unknown'
  }
  let ended = 0
  while (performance.now() < until) {
    const now = await status()
    if (now === 'Matched') {
      ended += 1
      await act('RejectMatch', { reason: 'To be matched again' })
    } else if (now === 'Pending' || now === 'Matching') await rest(LOOK_MS)
    else await act('Match', { confirmed: true })
    await rest(LOOK_MS)
  }
  return ended
}
