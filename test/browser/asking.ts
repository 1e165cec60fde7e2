import type { Page } from 'playwright-core'
import { FIRST_ANSWERS } from '#contract/first-answers'

/** Lets a page come without its first answers, as where they took too long, so that it asks for them itself. */
export const withoutFirstAnswers = (page: Page): Promise<unknown> =>
  page.route(
    () => true,
    async route => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const body = (await response.text()).replace(`id="${FIRST_ANSWERS}"`, 'id="other-answers"')
      return route.fulfill({ response, body })
    },
  )
