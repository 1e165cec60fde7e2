import { z } from 'zod'
import { CASE_RULES_PAGE } from '#contract/public/public-pages'
import { EXAMPLES, WORKED_EXAMPLE, type Example } from '#practice/model/examples'
import type { PracticeResult } from '#practice/model/tell'
import { matchPracticeMarket } from '#practice/play'
import { failuresPage } from '#front/pages/failures'
import { howItWorksPage } from '#front/pages/how-it-works'
import { lastRoundPage } from '#front/pages/last-round'
import { practicePage } from '#front/pages/practice'
import type { createPublicPageRenderer } from './front.ts'

const played = new Map<Example, Promise<PracticeResult>>()

/** Result of an example: matched by the engine once, and cached while the server runs. */
const toldOf = (example: Example): Promise<PracticeResult> => {
  const before = played.get(example)
  if (before) return before
  const told = matchPracticeMarket(example.setting)
  played.set(example, told)
  told.catch(() => played.delete(example))
  return told
}

/** Pages that explain how a round is matched, with examples to try, and what happens when a project fails. */
export const practiceRoutes = ({ page }: ReturnType<typeof createPublicPageRenderer>): void => {
  page({
    path: '/how-it-works',
    draw: async () => howItWorksPage(WORKED_EXAMPLE, await toldOf(WORKED_EXAMPLE)),
  })
  page({ path: CASE_RULES_PAGE, draw: failuresPage })
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
