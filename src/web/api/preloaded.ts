import { PAGE_FACTS_KEY, PRELOADED_DATA_ID, SERVER_TIME_KEY } from '#contract/kit/first-answers'
import { queryClient } from './api.ts'
import { setServerTime } from './clock.ts'

/**
 * Puts the answers preloaded in the page into the cache, once; after that they are like answers fetched now. Sets the
 * clock to the server's.
 */
export const cachePreloadedAnswers = (): void => {
  const element = document.getElementById(PRELOADED_DATA_ID)
  const { [SERVER_TIME_KEY]: time, ...answers } = JSON.parse(element?.textContent || '{}') as Readonly<
    Record<string, unknown>
  >
  // Without the element itself, the browser would calculate the styles of the whole page again.
  if (element) element.textContent = ''
  if (typeof time === 'string') setServerTime(time)
  for (const [url, answer] of Object.entries(answers)) queryClient.setQueryData([url], answer)
}

/** Facts of a page rendered by the server, as far as they are needed before the page sets them again. */
interface FirstFacts {
  title: string
  crumbs: readonly { name: string; to?: string }[]
}

/** Facts of the page as the server rendered it; undefined if it did not. */
export const preloadedPageFacts = () => queryClient.getQueryData<FirstFacts>([PAGE_FACTS_KEY])

/** Stores the facts of a page for the browser that hydrates it. */
export const storePageFacts = ({ title, crumbs }: FirstFacts): void =>
  void queryClient.setQueryData([PAGE_FACTS_KEY], { title, crumbs })
