import { LAND_DESK_PAGE, NEED_DESK_PAGE } from '#contract/public/public-pages'
import {
  type LandEstimateQuery,
  landEstimateQuery,
  type NeedEstimateQuery,
  needEstimateQuery,
} from '#contract/public/estimates'
import type { Brand } from '#domain/people/brand'
import { PLACE_MAP_FILE, placeMapFile } from '#front/desk/place-map'
import { landDeskPage } from '#front/pages/land-desk'
import { needDeskPage } from '#front/pages/need-desk'
import type { PublicPage } from '#front/layout'
import { type AppContext, createViewContext } from '../http/app-context.ts'
import type { ReadOnlyStore } from '../http/replica.ts'
import { ESTIMATES_A_MINUTE } from '../estimates/endpoints.ts'
import { estimateLand } from '../estimates/land.ts'
import { estimateNeed } from '../estimates/need.ts'
import { readPublicRounds } from '../register/public.ts'
import type { PublicPageRenderer } from './front.ts'
import { drawAuthoritiesMap } from './picture.ts'

/** Address at which people join: sign-up, or an email to the market operator. */
export const joiningAddress = (
  { signUpEnabled }: Pick<AppContext['config'], 'signUpEnabled'>,
  { contact }: Brand,
): string => (signUpEnabled ? '/signUp' : `mailto:${contact}`)

interface DeskSource {
  from: ReadOnlyStore
  joinAt: string
}

/** Content of a refused form to save an estimate, and the error. */
interface RefusedSave {
  email: string
  error: string
}

/** Place of a refused form with a workbook, and the error. */
interface RefusedWorkbook {
  place: string
  error: string
}

/** The land desk with the estimate or the errors. */
export const drawLandDesk = async (
  query: LandEstimateQuery,
  { from, joinAt }: DeskSource,
  save?: RefusedSave,
): Promise<PublicPage> => {
  const context = createViewContext(from)
  const [answer, rounds] = await Promise.all([estimateLand(query, context), readPublicRounds(context.db)])
  return landDeskPage({ errors: {}, ...answer, rounds, today: context.on, joinAt, typed: query, save })
}

/** The need desk with the estimate or the errors. */
export const drawNeedDesk = async (
  query: NeedEstimateQuery,
  { from, joinAt }: DeskSource,
  refused: { save?: RefusedSave; workbook?: RefusedWorkbook } = {},
): Promise<PublicPage> => {
  const context = createViewContext(from)
  const [answer, rounds] = await Promise.all([estimateNeed(query, context), readPublicRounds(context.db)])
  return needDeskPage({ errors: {}, ...answer, rounds, today: context.on, joinAt, typed: query, ...refused })
}

/** Desks that estimate prices for anyone, from published data. */
export const deskRoutes = (
  { page, file }: PublicPageRenderer,
  { config }: Pick<AppContext, 'config'>,
): void => {
  page({
    path: NEED_DESK_PAGE,
    query: needEstimateQuery,
    mostAMinute: ESTIMATES_A_MINUTE,
    draw: (from, { query, brand }) => drawNeedDesk(query, { from, joinAt: joiningAddress(config, brand) }),
  })
  page({
    path: LAND_DESK_PAGE,
    query: landEstimateQuery,
    mostAMinute: ESTIMATES_A_MINUTE,
    draw: (from, { query, brand }) => drawLandDesk(query, { from, joinAt: joiningAddress(config, brand) }),
  })
  file({
    path: PLACE_MAP_FILE,
    type: 'image/svg+xml; charset=utf-8',
    kept: 'release',
    write: () => placeMapFile(drawAuthoritiesMap()),
  })
}
