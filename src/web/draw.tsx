import { renderToString } from 'react-dom/server'
import { createMemoryRouter } from 'react-router'
import { type DrawPage, FIRST_FACTS } from '#contract/first-answers'
import { queryClient } from './api.ts'
import { Program } from './program.tsx'
import { fetchPage, SITE_MAP } from './routes.tsx'
import { tellBrand } from './shell/brand.ts'

/**
 * Draws a page for the server, which sends it to be read before any script is there. Answers are those of one reader:
 * from when they are taken until they are forgotten nothing else runs, so that no page holds what was meant for another.
 */
export const draw: DrawPage = async (url, answers, brand) => {
  const router = createMemoryRouter(SITE_MAP, { initialEntries: [url] })
  await fetchPage(router)
  try {
    tellBrand(brand)
    for (const [address, answer] of answers) queryClient.setQueryData([address], JSON.parse(answer))
    const first = renderToString(<Program router={router} />)
    const facts = queryClient.getQueryData([FIRST_FACTS]) ?? null
    // What stands above the page shows what the page tells of itself, which is known only now.
    const html = facts === null ? first : renderToString(<Program router={router} />)
    return { html, facts: facts && JSON.stringify(facts) }
  } finally {
    queryClient.clear()
    router.dispose()
  }
}
