import { renderToString } from 'react-dom/server'
import { createMemoryRouter } from 'react-router'
import { type RenderPage, PAGE_FACTS_KEY } from '#contract/kit/first-answers'
import { queryClient } from './api/api.ts'
import { setServerTime } from './api/clock.ts'
import { Application } from './program.tsx'
import { loadCurrentPage, ROUTES } from './routes.tsx'
import { setPageBrand } from './parts/page/brand.ts'

/**
 * Renders a page on the server, so that it can be read before any script runs. The answers belong to one
 * reader: from the moment they are set until they are cleared nothing else runs, so that no page contains
 * another reader's data.
 */
export const renderPage: RenderPage = async (url, answers, brand, time) => {
  const router = createMemoryRouter(ROUTES, { initialEntries: [url] })
  await loadCurrentPage(router)
  try {
    setPageBrand(brand)
    setServerTime(time)
    for (const [address, answer] of answers) queryClient.setQueryData([address], JSON.parse(answer))
    const first = renderToString(<Application router={router} />)
    const facts = queryClient.getQueryData([PAGE_FACTS_KEY]) ?? null
    // The shell shows facts that the page sets during rendering, so they are available only for a second pass.
    const html = facts === null ? first : renderToString(<Application router={router} />)
    return { html, facts: facts && JSON.stringify(facts) }
  } finally {
    queryClient.clear()
    router.dispose()
  }
}
