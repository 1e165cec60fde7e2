import { LAND_DESK_PAGE, NEED_DESK_PAGE } from '#contract/public/public-pages'
import { landEstimateQuery, needEstimateQuery } from '#contract/public/estimates'
import type { Brand } from '#domain/people/brand'
import { landDeskPage } from '#front/pages/land-desk'
import { needDeskPage } from '#front/pages/need-desk'
import { type AppContext, createViewContext } from '../http/app-context.ts'
import { ESTIMATES_A_MINUTE } from '../estimates/endpoints.ts'
import { estimateLand } from '../estimates/land.ts'
import { estimateNeed } from '../estimates/need.ts'
import { readPublicRounds } from '../register/public.ts'
import type { PublicPageRenderer } from './front.ts'

/** Desks that estimate prices for anyone, from published data. */
export const deskRoutes = (
  { page }: PublicPageRenderer,
  { config: { signUpEnabled } }: Pick<AppContext, 'config'>,
): void => {
  const joinAt = ({ contact }: Brand): string => (signUpEnabled ? '/signUp' : `mailto:${contact}`)
  page({
    path: NEED_DESK_PAGE,
    query: needEstimateQuery,
    mostAMinute: ESTIMATES_A_MINUTE,
    draw: async (from, { query, brand }) => {
      const context = createViewContext(from)
      const [answer, rounds] = await Promise.all([estimateNeed(query, context), readPublicRounds(context.db)])
      const common = { rounds, today: context.on, joinAt: joinAt(brand) }
      return needDeskPage({ errors: {}, ...answer, ...common, typed: query })
    },
  })
  page({
    path: LAND_DESK_PAGE,
    query: landEstimateQuery,
    mostAMinute: ESTIMATES_A_MINUTE,
    draw: async (from, { query, brand }) => {
      const context = createViewContext(from)
      const [answer, rounds] = await Promise.all([estimateLand(query, context), readPublicRounds(context.db)])
      const common = { rounds, today: context.on, joinAt: joinAt(brand) }
      return landDeskPage({ errors: {}, ...answer, ...common, typed: query })
    },
  })
}
