import { z } from 'zod'
import { EXAMPLES, WORKED_EXAMPLE, type Example } from '#practice/model/examples'
import type { Told } from '#practice/model/tell'
import { play } from '#practice/play'
import { howItWorksPage } from '#front/pages/how-it-works'
import { lastRoundPage } from '#front/pages/last-round'
import { practicePage } from '#front/pages/practice'
import type { openFront } from './front.ts'

const played = new Map<Example, Promise<Told>>()

/** What comes of an example: matched by the engine once, and kept as long as the server runs. */
const toldOf = (example: Example): Promise<Told> => {
  const before = played.get(example)
  if (before) return before
  const told = play(example.setting)
  played.set(example, told)
  told.catch(() => played.delete(example))
  return told
}

/** How a round is matched, in words and to play with. */
export const practiceRoutes = ({ page }: ReturnType<typeof openFront>): void => {
  page({
    path: '/how-it-works',
    draw: async () => howItWorksPage(WORKED_EXAMPLE, await toldOf(WORKED_EXAMPLE)),
  })
  page({ path: '/practice/last-round', draw: lastRoundPage })
  page({
    path: '/practice',
    query: z.object({ example: z.string().max(40).optional() }),
    draw: async (_, { query }) => {
      const asked = query.example === undefined ? WORKED_EXAMPLE : EXAMPLES.get(query.example)
      const example = asked ?? WORKED_EXAMPLE
      return practicePage(example, await toldOf(example), asked !== undefined)
    },
  })
}
