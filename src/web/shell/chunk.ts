import { type ComponentProps, createElement, lazy, type ReactElement, useState } from 'react'

const COUNTER = 'chunk-reloads'
const MOST_RELOADS = 3
const CLEARED_AFTER = 500

/** Fetches a part of the program. When that fails, as after a new version, the page reloads, at most three times. */
export const chunk = async <T>(fetchPart: () => Promise<T>): Promise<T> => {
  try {
    const part = await fetchPart()
    setTimeout(() => sessionStorage.removeItem(COUNTER), CLEARED_AFTER)
    return part
  } catch (error) {
    const reloads = Number(sessionStorage.getItem(COUNTER) ?? 0)
    if (reloads >= MOST_RELOADS) throw error
    sessionStorage.setItem(COUNTER, String(reloads + 1))
    location.reload()
    // The page is going away: nothing of this one is to be shown any more.
    return new Promise(() => {})
  }
}

type Component = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default']

/** A component that is fetched when first shown, or before by `fetchNow`; then it is there at once. */
export const fetched = <C extends Component>(fetchComponent: () => Promise<C>) => {
  let here: C | undefined
  const fetchNow = async () => {
    here ??= await (import.meta.env.SSR ? fetchComponent() : chunk(fetchComponent))
    return { default: here }
  }
  // The server draws what a browser shows at first: of all that is fetched only the page itself.
  const Later = lazy<C>(import.meta.env.SSR ? () => new Promise(() => {}) : fetchNow)
  const Fetched = (props: ComponentProps<C>): ReactElement => {
    // What has begun as one of the two stays it, or its state would be lost.
    const [Shown] = useState<typeof Later | C>(() => here ?? Later)
    return createElement(Shown, props)
  }
  return Object.assign(Fetched, { fetchNow })
}
