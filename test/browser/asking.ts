import type { Page } from 'playwright-core'
import { PRELOADED_DATA_ID } from '#contract/kit/first-answers'

/** Loads a page without its preloaded data, as after a timeout, so that the page requests it. */
export const withoutPreloadedData = (page: Page): Promise<unknown> =>
  page.route(
    () => true,
    async route => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const body = (await response.text()).replace(`id="${PRELOADED_DATA_ID}"`, 'id="other-answers"')
      return route.fulfill({ response, body })
    },
  )
