import { type ComponentProps, createElement, lazy, type ReactElement, useState } from 'react'

const COUNTER = 'chunk-reloads'
const MOST_RELOADS = 3
const CLEARED_AFTER = 500

/**
 * Loads a part of the program on demand. If that fails, for example after a new version, the page reloads, at
 * most three times.
 */
export const loadChunk = async <T>(fetchPart: () => Promise<T>): Promise<T> => {
  try {
    const part = await fetchPart()
    setTimeout(() => sessionStorage.removeItem(COUNTER), CLEARED_AFTER)
    return part
  } catch (error) {
    const reloads = Number(sessionStorage.getItem(COUNTER) ?? 0)
    if (reloads >= MOST_RELOADS) throw error
    sessionStorage.setItem(COUNTER, String(reloads + 1))
    location.reload()
    // The page is being unloaded: the promise never settles, so nothing else of this page is shown.
    return new Promise(() => {})
  }
}

type Component = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default']

/**
 * Component that is loaded when it is first shown, or earlier by `fetchNow`; after that it renders
 * immediately.
 */
export const lazyComponent = <C extends Component>(fetchComponent: () => Promise<C>) => {
  let here: C | undefined
  const fetchNow = async () => {
    here ??= await (import.meta.env.SSR ? fetchComponent() : loadChunk(fetchComponent))
    return { default: here }
  }
  // The server renders what a browser shows first: of the parts that are loaded on demand, only the page itself.
  const Later = lazy<C>(import.meta.env.SSR ? () => new Promise(() => {}) : fetchNow)
  const Fetched = (props: ComponentProps<C>): ReactElement => {
    // A component keeps the variant that it started with; switching would lose its state.
    const [Shown] = useState<typeof Later | C>(() => here ?? Later)
    return createElement(Shown, props)
  }
  return Object.assign(Fetched, { fetchNow })
}
